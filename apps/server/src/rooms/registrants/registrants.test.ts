import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { auditEntry } from "../../db/tables/staff.ts";
import { webinar, webinarSeat } from "../../db/tables/webinar.ts";
import { testDay } from "../../test/global-setup.ts";
import { testInstitute } from "../../test/institute.ts";
import { newStaff } from "../../test/staff.ts";
import { newRegistrant, newWebinar, takeConfirmedSeat, takeUnconfirmedSeat } from "../../test/webinars.ts";

const institute = await testInstitute();
const { db } = institute;
const desk = await newStaff(institute, ["front desk"], "Prakash Immanuel");
const counsellor = await newStaff(institute, ["counsellor"], "Shalini Ravi");
const visitor = institute.visitor();

const minute = 60_000;
const hour = 60 * minute;
const nowIs = (ms: number) => institute.setNow(new Date(testDay.getTime() + ms));
const namesOf = (list: { registrants: { name: string }[] }) => list.registrants.map(({ name }) => name).sort();

let people = 0;
const person = (username: string) => ({
  ...newRegistrant(),
  username,
  mobileNumber: `84000${String(++people).padStart(5, "0")}`,
});

/** A webinar of an hour that begins in five, with these people. */
async function withSeats(...names: string[]) {
  nowIs(0);
  const { id, slug } = await newWebinar(institute);
  const seats = [];
  for (const name of names) seats.push(await takeConfirmedSeat(institute, slug, person(name)));
  const read = async (filter: object = {}) => desk.registrants.list({ webinarId: id, ...filter });
  const idOf = async (name: string) =>
    (await read()).registrants.find((registrant) => registrant.name === name)?.seatId ?? "";
  return { id, slug, seats, read, idOf };
}

test("who opens the meeting within the join window has attended, from the first time on", async () => {
  const { seats, read } = await withSeats("Asha Raman", "Binu Mathew");
  const userId = seats[0]?.userId ?? "";
  expect(await visitor.webinar.joined({ userId })).toEqual({ hasJoined: false });
  nowIs(5 * hour - 16 * minute);
  await visitor.webinar.join({ userId });
  expect(await visitor.webinar.joined({ userId })).toEqual({ hasJoined: false });
  expect((await read()).registrants.map(({ attendance }) => attendance)).toEqual(["unknown", "unknown"]);

  nowIs(5 * hour + 2 * minute);
  // The page alone, which is asked for every minute, is not the meeting.
  await visitor.webinar.join({ userId });
  expect((await read()).counts).toEqual({ attended: 0, missed: 0, unknown: 2 });
  expect(await visitor.webinar.joined({ userId })).toEqual({ hasJoined: true });
  const joinedAt = institute.deps.clock.now().toISOString();
  nowIs(5 * hour + 30 * minute);
  expect(await visitor.webinar.joined({ userId })).toEqual({ hasJoined: true });
  const live = await read({ attendance: "attended" });
  expect(live.registrants).toMatchObject([{ name: "Asha Raman", joinedAt, attendance: "attended" }]);
  expect(live.webinar).toMatchObject({ state: "live", registered: 2, attended: 1, hasLink: true });

  nowIs(7 * hour);
  expect((await read()).counts).toEqual({ attended: 1, missed: 1, unknown: 0 });
});

test("a seat that is not confirmed cannot join and has missed nothing; an unknown one is refused", async () => {
  const { slug, read } = await withSeats();
  const { userId } = await takeUnconfirmedSeat(institute, slug, person("Not Confirmed"));
  nowIs(5 * hour);
  expect(await visitor.webinar.joined({ userId })).toEqual({ hasJoined: false });
  await expect(visitor.webinar.joined({ userId: "nobody" })).rejects.toMatchObject({ code: "UNKNOWN_SEAT" });
  nowIs(9 * hour);
  const { registrants, counts, webinar: shown } = await read();
  expect(registrants).toMatchObject([{ isConfirmed: false, attendance: "unknown" }]);
  expect(counts).toEqual({ attended: 0, missed: 0, unknown: 1 });
  expect(shown).toMatchObject({ registered: 0, unconfirmed: 1 });
});

test("nobody has missed a webinar that was cancelled", async () => {
  const { id, read } = await withSeats("Asha Raman");
  await db.update(webinar).set({ isComplete: true }).where(eq(webinar.id, id));
  for (const later of [0, 5 * hour, 7 * hour]) {
    nowIs(later);
    const { webinar: shown, counts, reach, registrants } = await read();
    expect(shown.state).toBe("over");
    expect(counts).toEqual({ attended: 0, missed: 0, unknown: 1 });
    expect(reach.missed).toEqual({ people: 0, unsubscribed: 0 });
    expect(registrants).toMatchObject([{ attendance: "unknown" }]);
    expect(namesOf(await read({ attendance: "missed" }))).toEqual([]);
    const mail = { webinarId: id, to: "missed" as const, subject: "We missed you", text: "Here is the recording" };
    await expect(desk.registrants.write({ ...mail, attemptId: crypto.randomUUID() })).rejects.toMatchObject({
      code: "NOBODY_TO_WRITE_TO",
    });
  }
});

test.each(["joined", "marked"])("a webinar that is marked complete has taken place if somebody %s", async (how) => {
  const { id, seats, read, idOf } = await withSeats("Asha Raman", "Binu Mathew");
  nowIs(5 * hour);
  if (how === "joined") await visitor.webinar.joined({ userId: seats[0]?.userId ?? "" });
  await db.update(webinar).set({ isComplete: true }).where(eq(webinar.id, id));
  nowIs(6 * hour);
  const seatIds = [await idOf("Asha Raman")];
  if (how === "marked") await desk.registrants.attendance({ webinarId: id, seatIds, attended: true });
  const { counts, reach } = await read();
  expect(counts).toEqual({ attended: 1, missed: 1, unknown: 0 });
  expect(reach.missed).toEqual({ people: 1, unsubscribed: 0 });
  expect(namesOf(await read({ attendance: "missed" }))).toEqual(["Binu Mathew"]);
});

test("only confirmed seats are marked and counted as attended", async () => {
  const { id, slug, read, idOf } = await withSeats("Asha Raman");
  await takeUnconfirmedSeat(institute, slug, person("Not Confirmed"));
  nowIs(7 * hour);
  const seatIds = [await idOf("Asha Raman"), await idOf("Not Confirmed")];
  expect(await desk.registrants.attendance({ webinarId: id, seatIds, attended: true })).toEqual({ changed: 1 });
  // As a mark from before that rule.
  await db.update(webinarSeat).set({ attended: true }).where(eq(webinarSeat.webinarId, id));
  const { webinar: shown, counts, reach } = await read();
  expect(shown).toMatchObject({ registered: 1, unconfirmed: 1, attended: 1 });
  expect(counts).toEqual({ attended: 1, missed: 0, unknown: 1 });
  expect(reach.attended.people).toBe(1);
  expect(namesOf(await read({ attendance: "attended" }))).toEqual(["Asha Raman"]);
  expect((await counsellor.registrants.webinars({})).webinars.find(({ webinarId }) => webinarId === id)).toMatchObject({
    registered: 1,
    attended: 1,
  });
});

test("the mark of staff wins over what the join page saw, can be taken back, and is one line in the audit log", async () => {
  const { id, seats, read, idOf } = await withSeats("Asha Raman", "Binu Mathew", "Chitra Devi");
  nowIs(5 * hour);
  await visitor.webinar.joined({ userId: seats[0]?.userId ?? "" });
  nowIs(7 * hour);
  const [asha, binu, chitra] = [await idOf("Asha Raman"), await idOf("Binu Mathew"), await idOf("Chitra Devi")];
  const mark = (attended: boolean | null, ...seatIds: string[]) =>
    desk.registrants.attendance({ webinarId: id, seatIds, attended });
  expect(await mark(true, binu, chitra)).toEqual({ changed: 2 });
  expect(await mark(true, binu, chitra)).toEqual({ changed: 0 });
  expect(await mark(false, asha)).toEqual({ changed: 1 });
  expect(namesOf(await read({ attendance: "attended" }))).toEqual(["Binu Mathew", "Chitra Devi"]);
  expect(namesOf(await read({ attendance: "missed" }))).toEqual(["Asha Raman"]);
  expect(await mark(null, asha, binu)).toEqual({ changed: 2 });
  expect(namesOf(await read({ attendance: "attended" }))).toEqual(["Asha Raman", "Chitra Devi"]);
  expect(namesOf(await read({ attendance: "missed" }))).toEqual(["Binu Mathew"]);
  const entries = await db.select().from(auditEntry).where(eq(auditEntry.thingId, id)).orderBy(auditEntry.id);
  expect(entries.map(({ action, kind, after, who }) => [action, kind, after?.registrants, who])).toEqual([
    ["Marked registrants as attended", "webinar", 2, "Prakash Immanuel"],
    ["Marked registrants as missed", "webinar", 1, "Prakash Immanuel"],
    ["Took back marks of attendance", "webinar", 2, "Prakash Immanuel"],
  ]);
  expect(entries[0]).toMatchObject({
    before: { marks: { [binu]: "none", [chitra]: "none" } },
    after: { marks: { [binu]: "attended", [chitra]: "attended" } },
  });
});

test("only seats of this webinar are marked, also by two at the same moment", async () => {
  const other = await withSeats("Other Person");
  const { id, idOf } = await withSeats("Asha Raman", "Binu Mathew");
  const seatIds = [await idOf("Asha Raman"), await other.idOf("Other Person"), await idOf("Binu Mathew")];
  const marks = await Promise.all([
    desk.registrants.attendance({ webinarId: id, seatIds, attended: true }),
    counsellor.registrants.attendance({ webinarId: id, seatIds: seatIds.toReversed(), attended: true }),
  ]);
  expect(marks.map(({ changed }) => changed).sort()).toEqual([0, 2]);
  expect((await other.read()).counts).toEqual({ attended: 0, missed: 0, unknown: 1 });
  const unknown = crypto.randomUUID();
  for (const ask of [
    () => desk.registrants.attendance({ webinarId: unknown, seatIds, attended: true }),
    () => desk.registrants.list({ webinarId: unknown }),
  ])
    await expect(ask()).rejects.toMatchObject({ code: "UNKNOWN_WEBINAR" });
  await expect(desk.registrants.attendance({ webinarId: id, seatIds: [], attended: true })).rejects.toMatchObject({
    code: "INVALID_INPUT",
  });
});

test.each([
  ["asha", ["Asha Kumar", "Asha Raman"]],
  ["RAMAN", ["Asha Raman"]],
  ["_", ["Binu Mathew"]],
  ["%", []],
  ["find_me", ["Binu Mathew"]],
  ["+91 77000 12345", ["Binu Mathew"]],
  ["12345", ["Binu Mathew"]],
  ["\\", []],
])("the words %j find %j", async (words, expected) => {
  const { id, slug, read } = await withSeats("Asha Raman", "Asha Kumar");
  const binu = { username: "Binu Mathew", email: `find_me.${id}@example.com`, mobileNumber: "7700012345" };
  await takeConfirmedSeat(institute, slug, binu);
  expect(namesOf(await read({ words }))).toEqual(expected);
});

test("a registrant leads to the lead, also after two leads were merged", async () => {
  const { read } = await withSeats("Lead One");
  const leadOf = async () => (await read()).registrants[0]?.leadId ?? "";
  const leadId = await leadOf();
  expect(await desk.inbox.read({ leadId })).toMatchObject({ name: "Lead One", source: "webinar" });
  const { leadId: other } = await desk.inbox.create({ name: "Lead More", email: null, number: "+918400099999" });
  await desk.inbox.merge({ leadId: other, otherId: leadId });
  expect(await leadOf()).toBe(other);
});

test("many registrants come page after page, each once, and a forged end of a page is refused", async () => {
  const { id, read } = await withSeats();
  const names = Array.from({ length: 230 }, (_, n) => `Person ${String(n).padStart(3, "0")}`);
  await db.insert(webinarSeat).values(
    names.map((username, n) => ({
      ...{ webinarId: id, username, email: `${n}@${id}.example`, mobileNumber: "8400000000", joinId: `${id}${n}` },
      // Three at the same moment: the id decides.
      takenAt: new Date(testDay.getTime() - Math.floor(n / 3) * minute),
      ...{ confirmedAt: testDay, startsAt: testDay, linkSentAt: testDay, attended: n % 2 === 0 },
    })),
  );
  const readAll = async (filter: object) => {
    const found: string[] = [];
    for (let after: string | undefined; ; ) {
      const { registrants, next } = await read({ ...filter, ...(after ? { after } : {}) });
      found.push(...registrants.map(({ name }) => name));
      if (!next) return found;
      expect(registrants).toHaveLength(100);
      after = next;
    }
  };
  const all = await readAll({});
  expect([...all].sort()).toEqual(names);
  expect(all.slice(0, 3).sort()).toEqual(names.slice(0, 3));
  expect(await readAll({ attendance: "attended" })).toHaveLength(115);
  const forged = Buffer.from(JSON.stringify(["soon", id])).toString("base64url");
  for (const after of ["nonsense", forged])
    await expect(read({ after })).rejects.toMatchObject({
      code: "INVALID_INPUT",
      fields: { after: expect.any(String) },
    });
  await expect(read({ attendance: "perhaps" })).rejects.toMatchObject({ code: "INVALID_INPUT" });
});

test("webinars come the latest first with their numbers, page after page", async () => {
  nowIs(0);
  const added = [];
  for (let n = 0; n < 30; n++)
    added.push(await newWebinar(institute, { hoursAhead: 5000 + Math.floor(n / 2), seats: 40 }));
  const { id } = await withSeats("Asha Raman");
  await db
    .update(webinar)
    .set({ meetingUrl: "", startAt: new Date("2030-01-01") })
    .where(eq(webinar.id, id));
  const first = await counsellor.registrants.webinars({});
  expect(first.webinars).toHaveLength(25);
  expect(first.webinars[0]).toMatchObject({ webinarId: id, registered: 1, attended: 0, seats: null, hasLink: false });
  expect(first.webinars[1]).toMatchObject({ registered: 0, seats: 40, hasLink: true, state: "upcoming" });
  const second = await counsellor.registrants.webinars({ after: first.next ?? "" });
  const both = [...first.webinars, ...second.webinars].map(({ webinarId }) => webinarId);
  expect(new Set(both).size).toBe(both.length);
  expect(both).toEqual(expect.arrayContaining(added.map((one) => one.id)));
  await expect(counsellor.registrants.webinars({ after: "x" })).rejects.toMatchObject({ code: "INVALID_INPUT" });
});
