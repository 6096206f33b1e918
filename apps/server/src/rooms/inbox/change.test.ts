import { and, eq, inArray } from "drizzle-orm";
import { expect, test } from "vitest";
import { auditEntry, staff } from "../../db/tables/staff.ts";
import { testDay } from "../../test/global-setup.ts";
import { openInbox } from "../../test/inbox.ts";
import { testInstitute } from "../../test/institute.ts";
import { newStaff } from "../../test/staff.ts";
import { remind } from "./jobs.ts";

const institute = await testInstitute();
const { db } = institute;
const { visitor, desk, counsellor, owner, enquire } = await openInbox(institute);

test("status, owner, next call and tags are changed with a line in the history and in the audit log", async () => {
  const { lead: found } = await enquire();
  const nextCallAt = "2026-11-18T05:00:00.000Z";
  const ownerId = counsellor.person.id;
  const change = { status: "visiting" as const, ownerId, nextCallAt, tags: ["weekend"] };
  const after = await desk.inbox.change({ leadId: found.leadId, version: found.version, ...change });
  expect(after).toMatchObject({
    ...{ status: "visiting", nextCallAt, tags: ["weekend"], version: found.version + 1 },
    owner: { staffId: ownerId, name: "Shalini Ravi" },
  });
  expect(after.events.map(({ kind }) => kind).sort()).toEqual(["details", "next call", "owner", "popup", "status"]);
  expect(after.events.find(({ kind }) => kind === "status")?.who).toBe("Prakash Immanuel");
  const entries = await db.select().from(auditEntry).where(eq(auditEntry.thingId, found.leadId));
  expect(entries.find(({ action }) => action === "Changed the status")).toMatchObject({
    ...{ who: "Prakash Immanuel", kind: "lead", before: { status: "new" }, after: { status: "visiting" } },
  });
});

test("who saves over a newer version is refused, and nothing is changed", async () => {
  const { lead: found } = await enquire();
  const at = { leadId: found.leadId, version: found.version };
  await desk.inbox.change({ ...at, status: "contacted" });
  await expect(counsellor.inbox.change({ ...at, status: "lost", lostReason: "No time" })).rejects.toMatchObject({
    code: "CHANGED_MEANWHILE",
  });
  expect(await desk.inbox.read({ leadId: found.leadId })).toMatchObject({ status: "contacted", lostReason: null });
});

test("a lead says who changed it last and when, and a note is no change", async () => {
  const { lead: found } = await enquire();
  const { leadId, version } = found;
  expect((await desk.inbox.read({ leadId })).lastChange).toBeNull();
  await counsellor.inbox.change({ leadId, version, status: "visiting" });
  institute.setNow(new Date(testDay.getTime() + 60_000));
  await desk.inbox.note({ leadId, kind: "note", text: "Hello" });
  expect((await desk.inbox.read({ leadId })).lastChange).toEqual({ who: "Shalini Ravi", at: testDay.toISOString() });
  const other = await enquire();
  await desk.inbox.merge({ leadId, otherId: other.lead.leadId });
  expect((await counsellor.inbox.read({ leadId })).lastChange).toMatchObject({ who: "Prakash Immanuel" });
  institute.setNow(testDay);
});

test("a trainer cannot own a lead, and a lead keeps a number or an address", async () => {
  const trainer = await newStaff(institute, ["trainer"]);
  const { lead: found } = await enquire();
  const at = { leadId: found.leadId, version: found.version };
  await expect(desk.inbox.change({ ...at, ownerId: trainer.person.id })).rejects.toMatchObject({
    code: "UNKNOWN_STAFF",
  });
  await expect(desk.inbox.change({ ...at, email: null, number: null })).rejects.toMatchObject({
    fields: { number: "Enter a number or an e-mail address" },
  });
  await expect(desk.inbox.change({ ...at, number: "12" })).rejects.toMatchObject({
    fields: { number: "Enter a phone number" },
  });
  expect(await desk.inbox.read({ leadId: found.leadId })).toMatchObject({ email: found.email, number: found.number });
});

test("a call is logged, makes a new lead a contacted one, and counts as the first call once", async () => {
  const { lead: found } = await enquire();
  const after = await counsellor.inbox.note({ leadId: found.leadId, kind: "call", text: "Not reachable" });
  expect(after).toMatchObject({ status: "contacted", firstCallAt: testDay.toISOString() });
  expect(after.events.slice(0, 2)).toMatchObject([
    { kind: "call", text: "Not reachable", who: "Shalini Ravi" },
    { kind: "status", text: "contacted" },
  ]);
});

test("a mail goes out under the institute's name and is in the history", async () => {
  const { lead: found, email } = await enquire();
  await institute.runJobs();
  institute.mails.length = 0;
  const mail = { subject: "Your question", text: "Dear Asha,\n\nplease call us." };
  const after = await counsellor.inbox.mail({ leadId: found.leadId, ...mail });
  await institute.runJobs();
  const sent = institute.mails.find(({ to }) => to === email);
  expect(sent).toMatchObject({ subject: "Your question", text: expect.stringContaining("please call us.") });
  expect(sent?.text).toContain("Shalini Ravi");
  expect(after.events[0]).toMatchObject({ kind: "mail", text: expect.stringContaining("please call us.") });
});

test("a lead that is lost or enrolled is not called any more", async () => {
  const { lead: found } = await enquire();
  const nextCallAt = "2026-11-18T05:00:00.000Z";
  const planned = await desk.inbox.change({ leadId: found.leadId, version: found.version, nextCallAt });
  const lost = { status: "lost" as const, lostReason: "No time" };
  expect(await desk.inbox.change({ leadId: found.leadId, version: planned.version, ...lost })).toMatchObject({
    ...{ ...lost, nextCallAt: null },
  });
  await expect(
    desk.inbox.change({ leadId: found.leadId, version: 2, nextCallAt: "0000-01-01T00:00:00.000Z" }),
  ).rejects.toMatchObject({ fields: { nextCallAt: "Enter a date and a time" } });
});

test("new leads get an owner in turn, if the institute wants that", async () => {
  await expect(desk.inbox.changeAssignment({ assignment: "in turn", version: 0 })).rejects.toMatchObject({
    code: "NOT_ALLOWED",
  });
  await owner.inbox.changeAssignment({ assignment: "in turn", version: 0 });
  await expect(owner.inbox.changeAssignment({ assignment: "by hand", version: 0 })).rejects.toMatchObject({
    code: "CHANGED_MEANWHILE",
  });
  const owners: (string | undefined)[] = [];
  for (let n = 0; n < 4; n++) {
    institute.setNow(new Date(testDay.getTime() + (n + 1) * 1000));
    owners.push((await enquire()).lead.owner?.name);
  }
  institute.setNow(testDay);
  expect(new Set(owners.slice(0, 2)).size).toBe(2);
  expect(owners.slice(2)).toEqual(owners.slice(0, 2));
  expect(owners).not.toContain("Anitha Devan");
  await owner.inbox.changeAssignment({ assignment: "by hand", version: 1 });
});

test("an owner is reminded of a call once, when its time has come", async () => {
  const { lead: found } = await enquire();
  const nextCallAt = new Date(testDay.getTime() + 600_000).toISOString();
  const ownerId = counsellor.person.id;
  await desk.inbox.change({ leadId: found.leadId, version: found.version, ownerId, nextCallAt });
  institute.mails.length = 0;
  await remind(institute.deps);
  institute.setNow(new Date(testDay.getTime() + 600_000));
  await remind(institute.deps);
  await remind(institute.deps);
  await institute.runJobs();
  institute.setNow(testDay);
  const reminders = institute.mails.filter(({ subject }) => subject === `Call ${found.name}`);
  expect(reminders).toMatchObject([
    { to: counsellor.email, text: expect.stringContaining(`/staff/leads?lead=${found.leadId}`) },
  ]);
});

test("everybody who works with leads is reminded of a call that has no owner, or one who has left", async () => {
  const left = await newStaff(institute, ["counsellor"], "Gone Away");
  const nextCallAt = new Date(testDay.getTime() + 600_000).toISOString();
  const [free, orphan] = [(await enquire()).lead, (await enquire()).lead];
  await desk.inbox.change({ leadId: free.leadId, version: free.version, nextCallAt });
  await desk.inbox.change({ leadId: orphan.leadId, version: orphan.version, ownerId: left.person.id, nextCallAt });
  await owner.staff.close({ staffId: left.person.id });
  institute.mails.length = 0;
  institute.setNow(new Date(testDay.getTime() + 600_000));
  await remind(institute.deps);
  await remind(institute.deps);
  await institute.runJobs();
  institute.setNow(testDay);
  const sent = institute.mails
    .filter(({ subject }) => subject.startsWith("Call "))
    .map(({ to, subject }) => [to, subject]);
  const subjects = [`Call ${free.name}`, `Call ${orphan.name}`];
  expect(sent.sort()).toEqual([counsellor, desk].flatMap(({ email }) => subjects.map((one) => [email, one])).sort());
});

test("leads of a colleague who has left are found, and can be given to another one", async () => {
  const left = await newStaff(institute, ["counsellor"], "Leaver Rao");
  const { lead: found } = await enquire();
  await desk.inbox.change({ leadId: found.leadId, version: found.version, ownerId: left.person.id });
  await owner.staff.close({ staffId: left.person.id });
  const { owners, former } = await desk.inbox.owners({});
  expect(former).toContainEqual({ staffId: left.person.id, name: "Leaver Rao" });
  expect(owners.map(({ name }) => name)).not.toContain("Leaver Rao");
  const filter = { owner: left.person.id };
  expect((await desk.inbox.list(filter)).leads).toMatchObject([{ leadId: found.leadId }]);
  const handOver = { fromId: left.person.id, toId: counsellor.person.id };
  await expect(desk.inbox.handOver(handOver)).rejects.toMatchObject({ code: "NOT_ALLOWED" });
  await expect(owner.inbox.handOver({ ...handOver, toId: left.person.id })).resolves.toEqual({ changed: 0 });
  await expect(owner.inbox.handOver({ ...handOver, toId: found.leadId })).rejects.toMatchObject({
    code: "UNKNOWN_STAFF",
  });
  expect(await owner.inbox.handOver(handOver)).toEqual({ changed: 1 });
  expect((await desk.inbox.owners({})).former.map(({ name }) => name)).not.toContain("Leaver Rao");
});

test("who adds a known person by hand is named in the audit log", async () => {
  const { lead: found } = await enquire();
  const number = found.number ?? "";
  await desk.inbox.change({ leadId: found.leadId, version: found.version, status: "lost", lostReason: "No time" });
  institute.setNow(new Date(testDay.getTime() + 60_000));
  const again = await counsellor.inbox.create({ name: found.name, number, email: null });
  institute.setNow(testDay);
  expect(again).toMatchObject({ leadId: found.leadId, status: "new", lastChange: { who: "Shalini Ravi" } });
  expect(again.events.find(({ kind }) => kind === "status")).toMatchObject({ who: "Shalini Ravi" });
});

test("a field that nobody filled in does not go out", async () => {
  const { lead: found } = await enquire();
  const mail = { leadId: found.leadId, subject: "Hello", text: "About {course}: come on Monday" };
  await expect(desk.inbox.mail(mail)).rejects.toMatchObject({
    code: "INVALID_INPUT",
    fields: { text: "Write what you mean in place of {course}" },
  });
});

test("the same moment written in another way is no change of the next call", async () => {
  const { leadId, version } = (await enquire()).lead;
  const planned = await desk.inbox.change({ leadId, version, nextCallAt: "2026-11-18T05:00:00.000Z" });
  const again = await desk.inbox.change({ leadId, version: planned.version, nextCallAt: "2026-11-18T05:00:00Z" });
  expect(again).toMatchObject({ version: planned.version, nextCallAt: "2026-11-18T05:00:00.000Z" });
  expect(again.events.filter(({ kind }) => kind === "next call")).toHaveLength(1);
  const leadIds = [leadId];
  const many = await desk.inbox.bulk({ leadIds, change: { nextCallAt: "2026-11-18T05:00:00.0Z" } });
  expect(many).toEqual({ changed: 0, withoutRoom: 0 });
});

test("a lead is lost for a reason, one by one and many at once", async () => {
  const { leadId, version } = (await enquire()).lead;
  for (const lostReason of [undefined, null, "", "  "])
    await expect(desk.inbox.change({ leadId, version, status: "lost", lostReason })).rejects.toMatchObject({
      code: "INVALID_INPUT",
      fields: { lostReason: "Choose or write a reason" },
    });
  await expect(desk.inbox.bulk({ leadIds: [leadId], change: { status: "lost" } })).rejects.toMatchObject({
    fields: { "change.lostReason": "Choose or write a reason" },
  });
  expect(await desk.inbox.read({ leadId })).toMatchObject({ status: "new", version });
});

test("a tag is one tag in capitals and small letters, as it was first written", async () => {
  const { leadId, version } = (await enquire()).lead;
  const tagged = await desk.inbox.change({ leadId, version, tags: ["TCS Batch", "tcs batch", "Fair"] });
  expect(tagged.tags).toEqual(["TCS Batch", "Fair"]);
  const other = (await enquire()).lead;
  const second = await desk.inbox.change({ leadId: other.leadId, version: other.version, tags: ["tcs BATCH"] });
  expect(second.tags).toEqual(["TCS Batch"]);
  const leadIds = [leadId, other.leadId];
  expect(await desk.inbox.bulk({ leadIds, change: { addTag: "FAIR" } })).toEqual({ changed: 1, withoutRoom: 0 });
  const namesOf = async (tag: string) => (await desk.inbox.list({ tag })).leads.map((one) => one.leadId).sort();
  expect(await namesOf("fair")).toEqual([...leadIds].sort());
  expect((await desk.inbox.owners({})).tags.filter((tag) => /fair/i.test(tag))).toEqual(["Fair"]);
  expect(await desk.inbox.bulk({ leadIds, change: { removeTag: "tcs batch" } })).toEqual({
    changed: 2,
    withoutRoom: 0,
  });
  expect(await namesOf("TCS Batch")).toEqual([]);
});

test("an eleventh tag is not added, and the answer says on how many leads", async () => {
  const [full, free] = [(await enquire()).lead, (await enquire()).lead];
  const tags = Array.from({ length: 10 }, (_, n) => `full ${n}`);
  await desk.inbox.change({ leadId: full.leadId, version: full.version, tags });
  const leadIds = [full.leadId, free.leadId];
  expect(await desk.inbox.bulk({ leadIds, change: { addTag: "eleventh" } })).toEqual({ changed: 1, withoutRoom: 1 });
  expect((await desk.inbox.read({ leadId: full.leadId })).tags).toEqual(tags);
  // One that it has, or one in place of another, needs no room.
  expect(await desk.inbox.bulk({ leadIds, change: { addTag: "full 1" } })).toMatchObject({ withoutRoom: 0 });
  const swapped = { addTag: "eleventh", removeTag: "full 9" };
  expect(await desk.inbox.bulk({ leadIds, change: swapped })).toEqual({ changed: 1, withoutRoom: 0 });
});

test("leads go round among counsellors and the front desk, and to owners only where nobody else is", async () => {
  await owner.inbox.changeAssignment({ assignment: "in turn", version: 2 });
  const both = await newStaff(institute, ["owner", "counsellor"], "Owner And Counsellor");
  await newStaff(institute, ["accountant", "trainer"], "Nobody For Leads");
  await owner.staff.invite({ name: "Not Here Yet", email: "not.here.yet@example.com", roles: ["counsellor"] });
  const takers = async (count: number, from: number) => {
    const names = new Set<string | undefined>();
    for (let n = 0; n < count; n++) {
      institute.setNow(new Date(testDay.getTime() + (from + n) * 1000));
      names.add((await enquire()).lead.owner?.name);
    }
    institute.setNow(testDay);
    return [...names].sort();
  };
  expect(await takers(3, 100)).toEqual(["Owner And Counsellor", "Prakash Immanuel", "Shalini Ravi"]);
  const closed = [both, desk, counsellor].map(({ person }) => person.id);
  const close = (closedAt: Date | null) =>
    db
      .update(staff)
      .set({ closedAt })
      .where(and(inArray(staff.id, closed), eq(staff.isDemo, false)));
  const demo = await db.update(staff).set({ closedAt: testDay }).where(eq(staff.isDemo, true)).returning();
  const entered = await enquireAs(owner, close);
  expect(entered).toBe("Anitha Devan");
  for (const { id } of demo) await db.update(staff).set({ closedAt: null }).where(eq(staff.id, id));
  await owner.inbox.changeAssignment({ assignment: "by hand", version: 3 });
});

/** While the others are closed. */
async function enquireAs(who: typeof owner, close: (at: Date | null) => Promise<unknown>) {
  await close(testDay);
  await visitor.lead.enquire({
    ...{ name: "Alone Now", email: "alone@example.com", mobileNumber: "8199900001" },
    ...{ selectedCoruse: "Python", otherCourseName: "", description: "" },
  });
  const { leads } = await who.inbox.list({ words: "alone@example.com" });
  await close(null);
  return leads[0]?.owner?.name;
}
