import { eq, inArray, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { learner } from "../../db/tables/account.ts";
import { lead, leadEvent } from "../../db/tables/inbox.ts";
import { auditEntry } from "../../db/tables/staff.ts";
import { testDay } from "../../test/global-setup.ts";
import { openInbox } from "../../test/inbox.ts";
import { testInstitute } from "../../test/institute.ts";
import { newLearner, ticketFor } from "../../test/learner.ts";
import { inboxDemo } from "./demo.ts";

const institute = await testInstitute();
const { db } = institute;
const { desk, counsellor, enquire } = await openInbox(institute);

test("an erased person is erased from the inbox and from what the audit log says about the lead", async () => {
  const { runVerb } = await import("../account/command.ts");
  const { lead: found, email, name } = await enquire({ name: "Leaving Person" });
  const { lead: other, email: otherEmail } = await enquire({ name: "Leaving Twice" });
  await counsellor.inbox.change({ leadId: found.leadId, version: found.version, name: "Leaving Personally" });
  const { lead: deeper } = await enquire({ name: "Leaving Thrice" });
  await counsellor.inbox.merge({ leadId: other.leadId, otherId: deeper.leadId });
  await counsellor.inbox.merge({ leadId: found.leadId, otherId: other.leadId });
  const aboutThem = () =>
    db
      .select()
      .from(auditEntry)
      .where(inArray(auditEntry.thingId, [found.leadId, other.leadId, deeper.leadId]));
  expect(JSON.stringify(await aboutThem())).toContain(name);
  const before = (await aboutThem()).length;
  await runVerb(db, ["erase", email, otherEmail, "--sure"], testDay);
  await expect(desk.inbox.read({ leadId: found.leadId })).rejects.toMatchObject({ code: "UNKNOWN_LEAD" });
  expect(await db.$count(leadEvent, inArray(leadEvent.email, [email, otherEmail]))).toBe(0);
  const left = await aboutThem();
  expect(left).toHaveLength(before);
  expect(JSON.stringify(left)).not.toContain("Leaving");
  expect(left).toContainEqual(expect.objectContaining({ who: "Shalini Ravi", thing: "Erased", after: null }));
});

test("only an erasure changes the audit log, and nothing but the words about a person", async () => {
  const update = (what: string) => db.execute(sql.raw(`update audit_entry set ${what} where kind = 'lead'`));
  const isRefused = { cause: expect.objectContaining({ message: expect.stringContaining("cannot be changed") }) };
  await expect(update("thing = 'Erased', before = null, after = null")).rejects.toMatchObject(isRefused);
  const erasing = db.transaction(async (tx) => {
    await tx.execute(sql`select set_config('shoreline.is_erasing', 'yes', true)`);
    await tx.execute(sql`update audit_entry set who = 'Nobody', before = null, after = null, reason = null`);
  });
  await expect(erasing).rejects.toMatchObject(isRefused);
});

test("somebody who left only a number is erased by the number", async () => {
  const { runVerb } = await import("../account/command.ts");
  const added = await desk.inbox.create({ name: "Number Only", number: "8311111111", email: null });
  await runVerb(db, ["erase", "8311111111", "--sure"], testDay);
  await expect(desk.inbox.read({ leadId: added.leadId })).rejects.toMatchObject({ code: "UNKNOWN_LEAD" });
});

test("what somebody did in a demonstration stays until the next day, also over a restart", async () => {
  const { files } = institute.deps;
  const later = (hours: number) => new Date(testDay.getTime() + hours * 3_600_000);
  await inboxDemo.freshen?.({ db, files, now: testDay } as never);
  await db.insert(lead).values({ name: "Tried It", source: "hand", cameAt: testDay, lastAt: testDay, isDemo: true });
  await inboxDemo.freshen?.({ db, files, now: later(2) } as never);
  expect(await db.$count(lead, eq(lead.name, "Tried It"))).toBe(1);
  await inboxDemo.freshen?.({ db, files, now: later(24) } as never);
  expect(await db.$count(lead, eq(lead.name, "Tried It"))).toBe(0);
});

/** A lead of somebody who took a test signed in, and left another address there. */
async function joinedLead(email: string) {
  const me = await newLearner(institute, { email: `account.${email}` });
  const [account] = await db
    .select()
    .from(learner)
    .where(eq(learner.email, `account.${email}`));
  const { leadId } = await desk.inbox.create({ name: "Joined Under Another", email, number: null });
  await db.update(lead).set({ learnerId: account?.id }).where(eq(lead.id, leadId));
  institute.setNow(new Date(testDay.getTime() + ++minutes * 120_000));
  return { me, leadId, number: me.mobileNumber };
}
let minutes = 0;
const isThere = async (leadId: string) => (await db.$count(lead, eq(lead.id, leadId))) > 0;

test("who deletes the account takes along the lead that was joined to it, whatever address it has", async () => {
  const { me, leadId, number } = await joinedLead("elsewhere@example.com");
  const { leadId: stranger } = await desk.inbox.create({
    name: "A Stranger",
    email: "stranger@mail.example",
    number: null,
  });
  await me.account.remove({ ticket: await ticketFor(institute, number) });
  expect(await isThere(leadId)).toBe(false);
  expect(await db.$count(leadEvent, eq(leadEvent.leadId, leadId))).toBe(0);
  expect(await isThere(stranger)).toBe(true);
  institute.setNow(testDay);
});

test("an erasure at the terminal takes it along too", async () => {
  const { runVerb } = await import("../account/command.ts");
  const { leadId, number } = await joinedLead("terminal@mail.example");
  await runVerb(db, ["erase", number, "--sure"], testDay);
  expect(await isThere(leadId)).toBe(false);
  institute.setNow(testDay);
});

test("the lead that goes on for a merged one is the same person, unless it belongs to another account", async () => {
  const { me, leadId, number } = await joinedLead("merged@mail.example");
  const goesOn = (await desk.inbox.create({ name: "Goes On", email: "goes.on@mail.example", number: null })).leadId;
  await desk.inbox.merge({ leadId: goesOn, otherId: leadId });
  // As if it had been merged before the account was known.
  await db.update(lead).set({ learnerId: null }).where(eq(lead.id, goesOn));
  await me.account.remove({ ticket: await ticketFor(institute, number) });
  expect([await isThere(leadId), await isThere(goesOn)]).toEqual([false, false]);
  const [first, second] = [await joinedLead("first@mail.example"), await joinedLead("second@mail.example")];
  const { version } = await desk.inbox.read({ leadId: first.leadId });
  await desk.inbox.change({ leadId: first.leadId, version, name: "Merged And Gone", tags: ["left behind"] });
  await desk.inbox.note({ leadId: first.leadId, kind: "note", text: "Told us a secret" });
  await desk.inbox.merge({ leadId: second.leadId, otherId: first.leadId });
  await first.me.account.remove({ ticket: await ticketFor(institute, first.number) });
  expect([await isThere(first.leadId), await isThere(second.leadId)]).toEqual([false, true]);
  const kept = await desk.inbox.read({ leadId: second.leadId });
  const log = await db.select().from(auditEntry).where(eq(auditEntry.thingId, second.leadId));
  expect(JSON.stringify([kept, log])).not.toMatch(/first@mail|Merged And Gone|secret|left behind/);
  institute.setNow(testDay);
});

test("a lead that somebody is just changing is erased all the same", async () => {
  const { me, leadId, number } = await joinedLead("busy@mail.example");
  const ticket = await ticketFor(institute, number);
  let removed: Promise<unknown> | undefined;
  await db.transaction(async (tx) => {
    await tx.select().from(lead).where(eq(lead.id, leadId)).for("update");
    removed = me.account.remove({ ticket });
    await waitForLock();
  });
  await removed;
  expect(await isThere(leadId)).toBe(false);
  institute.setNow(testDay);
});

/** Until somebody waits for a row. */
async function waitForLock(): Promise<void> {
  const { rows } = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
  );
  if (!rows[0]?.count) await waitForLock();
}

test("an erased person is not named by those with whom staff had merged them once", async () => {
  const { runVerb } = await import("../account/command.ts");
  const { lead: stays } = await enquire({ name: "Staying Person" });
  const { lead: goes, email } = await enquire({ name: "Going Person" });
  for (const [leadId, otherId] of [
    [stays.leadId, goes.leadId],
    [goes.leadId, stays.leadId],
  ] as const) {
    await desk.inbox.merge({ leadId, otherId });
    await desk.inbox.unmerge({ leadId, otherId });
  }
  const traces = async () =>
    JSON.stringify([
      await desk.inbox.read({ leadId: stays.leadId }),
      await db.select().from(auditEntry).where(eq(auditEntry.thingId, stays.leadId)),
    ]);
  expect(await traces()).toContain("Going Person");
  await runVerb(db, ["erase", email, "--sure"], testDay);
  expect(await traces()).not.toContain("Going Person");
});
