import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { freshenDemo } from "../../content/demo.ts";
import { changeDemo } from "../../content/demo-command.ts";
import { lead, leadEvent } from "../../db/tables/inbox.ts";
import { auditEntry } from "../../db/tables/staff.ts";
import { webinarSeat } from "../../db/tables/webinar.ts";
import { contentKinds, demoMakers } from "../../house.ts";
import { testDay } from "../../test/global-setup.ts";
import { testInstitute } from "../../test/institute.ts";
import { newStaff } from "../../test/staff.ts";
import { newWebinar } from "../../test/webinars.ts";

const institute = await testInstitute();
const { db } = institute;
const desk = await newStaff(institute, ["front desk"], "Prakash Immanuel");
const hour = 3_600_000;

type Given = Partial<typeof webinarSeat.$inferInsert>;
let webinars = 0;

/** A webinar that was over two hours ago, with these seats. */
async function pastWebinar(seats: Record<string, Given>) {
  const { id } = await newWebinar(institute, { hoursAhead: -3, course: "APIs" });
  const n = ++webinars;
  const emailOf = (name: string) => `${name.split(" ")[0]?.toLowerCase()}.${n}@example.com`;
  await db.insert(webinarSeat).values(
    Object.entries(seats).map(([username, given], at) => ({
      ...{ webinarId: id, username, email: emailOf(username), joinId: `join-${id}-${at}` },
      mobileNumber: `85${String(n).padStart(3, "0")}${String(at).padStart(5, "0")}`,
      ...{ takenAt: testDay, confirmedAt: testDay, startsAt: testDay, linkSentAt: testDay },
      ...given,
    })),
  );
  const write = (given: Partial<Parameters<typeof desk.registrants.write>[0]> = {}) =>
    desk.registrants.write({
      ...{ webinarId: id, to: "everybody", subject: "Hello {first name}", text: "About {course}, {name}." },
      ...{ attemptId: crypto.randomUUID(), ...given },
    });
  const sent = async () => {
    await institute.runJobs();
    return institute.mails.splice(0).filter(({ to }) => to.endsWith(`.${n}@example.com`));
  };
  return { id, emailOf, write, sent };
}

const there = { joinedAt: new Date(testDay.getTime() - 3 * hour) };
const gone = { unsubscribedAt: testDay };

test("a mail goes to the chosen group only: confirmed, not unsubscribed, in the name of each", async () => {
  const { id, emailOf, write, sent } = await pastWebinar({
    "Asha Raman": there,
    "Binu Mathew": { attended: true },
    "Chitra Devi": {},
    "Dev Anand": { ...there, attended: false },
    "Esther Paul": { ...there, ...gone },
    "Farid Khan": { confirmedAt: null },
  });
  const { reach } = await desk.registrants.list({ webinarId: id });
  expect(reach).toEqual({
    attended: { people: 2, unsubscribed: 1 },
    missed: { people: 2, unsubscribed: 0 },
    everybody: { people: 4, unsubscribed: 1 },
  });
  const toNames = async () => (await sent()).map(({ to }) => to).sort();

  expect(await write({ to: "attended" })).toEqual({ sent: 2, unsubscribed: 1 });
  const [asha, binu] = (await sent()).sort((a, b) => a.to.localeCompare(b.to));
  expect(asha).toMatchObject({ to: emailOf("Asha"), subject: "Hello Asha" });
  expect(asha?.text).toContain("About APIs, Asha Raman.");
  expect(asha?.text).toContain("Prakash Immanuel");
  expect(asha?.text).toContain(`/webinar/user/unsubscribe/join-${id}-0`);
  expect(asha?.unsubscribeUrl).toContain(`/api/webinar/user/unsubscribe/join-${id}-0`);
  expect(binu).toMatchObject({ to: emailOf("Binu"), subject: "Hello Binu" });

  expect(await write({ to: "missed" })).toEqual({ sent: 2, unsubscribed: 0 });
  expect(await toNames()).toEqual([emailOf("Chitra"), emailOf("Dev")]);
  expect(await write()).toEqual({ sent: 4, unsubscribed: 1 });
  expect(await toNames()).toEqual(["Asha", "Binu", "Chitra", "Dev"].map(emailOf));
  // Who unsubscribes by the link in the mail gets no other one.
  await institute.visitor().webinar.unsubscribe({ userId: `join-${id}-0` });
  expect(await write({ to: "attended" })).toEqual({ sent: 1, unsubscribed: 2 });
});

test("the same attempt sends nothing twice, also at the same moment and to people without a lead", async () => {
  const { id, write, sent } = await pastWebinar({ "Asha Raman": there, "Binu Mathew": there });
  const { registrants } = await desk.registrants.list({ webinarId: id });
  await db.delete(lead).where(eq(lead.id, registrants.find(({ name }) => name === "Binu Mathew")?.leadId ?? ""));
  const attemptId = crypto.randomUUID();
  const twice = await Promise.all([write({ attemptId }), write({ attemptId })]);
  expect([...twice, await write({ attemptId })]).toEqual(Array(3).fill({ sent: 2, unsubscribed: 0 }));
  expect(await sent()).toHaveLength(2);
  const entries = await db.select().from(auditEntry).where(eq(auditEntry.thingId, id));
  expect(entries).toMatchObject([
    { action: "Wrote to registrants", kind: "webinar", after: { to: "everybody", sent: 2, unsubscribed: 0 } },
  ]);
  expect(await write()).toEqual({ sent: 2, unsubscribed: 0 });
});

test("the mail is in the history of each lead, which stays as new as it was", async () => {
  const { id, write } = await pastWebinar({ "Asha Raman": there });
  await write({ text: "Dear {first name}" });
  const leadId = (await desk.registrants.list({ webinarId: id })).registrants[0]?.leadId ?? "";
  const { events, status } = await desk.inbox.read({ leadId });
  expect(events.find(({ kind }) => kind === "mail")).toMatchObject({
    text: "Hello Asha\n\nDear Asha",
    who: "Prakash Immanuel",
    facts: { Webinar: "Your first API" },
  });
  expect(status).toBe("new");
});

test("what cannot be sent is refused, and nothing is", async () => {
  const { id, write, sent } = await pastWebinar({ "Esther Paul": gone, "Farid Khan": { confirmedAt: null } });
  await expect(write()).rejects.toMatchObject({ code: "NOBODY_TO_WRITE_TO" });
  await expect(write({ webinarId: crypto.randomUUID() })).rejects.toMatchObject({ code: "UNKNOWN_WEBINAR" });
  for (const [given, field] of [
    [{ subject: " " }, "subject"],
    [{ subject: "Dear {nick name}" }, "subject"],
    [{ text: "" }, "text"],
    [{ text: "Your {password}" }, "text"],
    [{ to: "somebody" }, "to"],
    [{ attemptId: "1" }, "attemptId"],
  ] as const)
    await expect(write(given as object)).rejects.toMatchObject({
      code: "INVALID_INPUT",
      fields: { [field]: expect.any(String) },
    });
  expect(await sent()).toEqual([]);
  const seats = Array.from({ length: 2001 }, (_, n) => [`Person ${n}`, { email: `many${n}@${id}.example` }] as const);
  const many = await pastWebinar(Object.fromEntries(seats));
  await expect(many.write()).rejects.toMatchObject({ code: "TOO_MANY_RECIPIENTS" });
});

test("2,000 people get their mail in one press", async () => {
  const seats = Array.from({ length: 2000 }, (_, n) => [`Person ${n}`, { email: `p${n}.all@example.org` }] as const);
  const { write } = await pastWebinar(Object.fromEntries(seats));
  expect(await write({ subject: "To all of you" })).toEqual({ sent: 2000, unsubscribed: 0 });
  const { rows } = await db.execute(`
    select count(*)::int as mails from graphile_worker._private_jobs where payload -> 'data' ->> 'subject' = 'To all of you'`);
  expect(rows).toEqual([{ mails: 2000 }]);
});

test("the demo has a past webinar with people who came and who did not, and takes them out again", async () => {
  const find = async () => {
    const { webinars } = await (await newStaff(institute, ["owner"])).registrants.webinars({});
    return webinars.find(({ title }) => /git/i.test(title));
  };
  const found = await find();
  expect(found).toMatchObject({ state: "over", registered: 12, attended: 7 });
  const { counts, reach, registrants } = await desk.registrants.list({ webinarId: found?.webinarId ?? "" });
  expect(counts).toEqual({ attended: 7, missed: 5, unknown: 0 });
  expect(reach.everybody).toEqual({ people: 10, unsubscribed: 2 });
  expect(registrants.every(({ leadId }) => leadId)).toBe(true);

  // A restart on the same day adds nobody twice.
  const freshen = (now: Date) =>
    freshenDemo({ db, files: institute.deps.files, now, kinds: contentKinds, makers: demoMakers });
  const leads = await db.$count(lead, eq(lead.isDemo, true));
  await freshen(new Date(testDay.getTime() + hour));
  expect(await db.$count(lead, eq(lead.isDemo, true))).toBe(leads);
  expect(await find()).toMatchObject({ registered: 12, attended: 7 });

  // Ten days later the webinar and its people are as near to today as before.
  const later = new Date(testDay.getTime() + 240 * hour);
  institute.setNow(later);
  await freshen(later);
  const daysAgo = (at: string, now: Date) => Math.round((now.getTime() - Date.parse(at)) / (24 * hour));
  const moved = await find();
  expect(moved).toMatchObject({ registered: 12, attended: 7 });
  expect(daysAgo(moved?.startsAt ?? "", later)).toBe(daysAgo(found?.startsAt ?? "", testDay));
  await db.delete(webinarSeat).where(eq(webinarSeat.consentedTo, "privacy-policy"));
  expect((await changeDemo(db, ["remove", "--yes"])).join("\n")).toMatch(/ 12 {2}registrants\n/);
  expect(await db.$count(leadEvent, eq(leadEvent.email, "arjun.pillai@example.com"))).toBe(0);
});
