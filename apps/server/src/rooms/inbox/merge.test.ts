import type { LeadDetail } from "@shoreline/contract";
import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { lead } from "../../db/tables/inbox.ts";
import { auditEntry } from "../../db/tables/staff.ts";
import { testDay } from "../../test/global-setup.ts";
import { openInbox } from "../../test/inbox.ts";
import { testInstitute } from "../../test/institute.ts";
import { newLearner, ticketFor } from "../../test/learner.ts";
import { orderCourse, payAtGateway, settle } from "../../test/paying.ts";

const institute = await testInstitute();
const { db } = institute;

const { visitor, desk, counsellor, enquire } = await openInbox(institute);

const visitorEnquires = (given: { name: string; email: string; mobileNumber: string; selectedCoruse: string }) =>
  visitor.lead.enquire({ ...given, otherCourseName: "", description: "When?" });

test("two leads of one person are merged and separated again", async () => {
  const { lead: here } = await enquire();
  const { lead: other } = await enquire();
  const merged = await desk.inbox.merge({ leadId: here.leadId, otherId: other.leadId });
  expect(merged.events.map(({ kind }) => kind)).toEqual(["merged", "popup", "popup"]);
  expect(merged.merged).toMatchObject([{ leadId: other.leadId, name: other.name, number: other.number }]);
  const byOther = await desk.inbox.list({ words: other.number ?? "" });
  expect(byOther.leads.map(({ leadId }) => leadId)).toEqual([merged.leadId]);
  // A link to the other one leads to the one that goes on, and so does its next form.
  expect((await desk.inbox.read({ leadId: other.leadId })).leadId).toBe(here.leadId);
  await enquire({ email: other.email ?? "", mobileNumber: (other.number ?? "").slice(3) });
  expect((await desk.inbox.read({ leadId: here.leadId })).events.filter(({ kind }) => kind === "popup")).toHaveLength(
    3,
  );
  const apart = await desk.inbox.unmerge({ leadId: here.leadId, otherId: other.leadId });
  expect(apart.merged).toEqual([]);
  expect(apart).toMatchObject({ email: here.email, number: here.number });
  // What the other one wrote meanwhile goes along.
  const again = await desk.inbox.read({ leadId: other.leadId });
  expect(again).toMatchObject({ leadId: other.leadId, number: other.number });
  expect(again.events.filter(({ kind }) => kind === "popup")).toHaveLength(2);
  expect(apart.events.filter(({ kind }) => kind === "popup")).toHaveLength(1);
  for (const [leadId, otherId] of [
    [here.leadId, here.leadId],
    [here.leadId, crypto.randomUUID()],
  ] as const)
    await expect(desk.inbox.merge({ leadId, otherId })).rejects.toMatchObject({ code: "UNKNOWN_LEAD" });
});

test("who was merged into somebody before goes back with them", async () => {
  const [here, other, third] = [(await enquire()).lead, (await enquire()).lead, (await enquire()).lead];
  await desk.inbox.merge({ leadId: other.leadId, otherId: third.leadId });
  await desk.inbox.merge({ leadId: here.leadId, otherId: other.leadId });
  expect((await desk.inbox.read({ leadId: third.leadId })).leadId).toBe(here.leadId);
  await desk.inbox.unmerge({ leadId: here.leadId, otherId: other.leadId });
  const popups = async (leadId: string) =>
    (await desk.inbox.read({ leadId })).events.filter(({ kind }) => kind === "popup").length;
  expect([await popups(here.leadId), await popups(other.leadId)]).toEqual([1, 2]);
  await desk.inbox.unmerge({ leadId: other.leadId, otherId: third.leadId });
  expect([await popups(other.leadId), await popups(third.leadId)]).toEqual([1, 1]);
});

test("an address that came with the other one goes back with it", async () => {
  const here = await desk.inbox.create({ name: "Only Number", number: "8300000001", email: null });
  const other = await desk.inbox.create({ name: "Only Mail", number: null, email: "only.mail@example.com" });
  const merged = await desk.inbox.merge({ leadId: here.leadId, otherId: other.leadId });
  expect(merged.email).toBe("only.mail@example.com");
  expect((await desk.inbox.unmerge({ leadId: here.leadId, otherId: other.leadId })).email).toBeNull();
});

const call = "2026-11-18T05:00:00.000Z";
const add = async (name: string, change: Omit<Parameters<typeof desk.inbox.change>[0], "leadId" | "version"> = {}) => {
  const number = `84${String(Date.now() + ++count).slice(-8)}`;
  const { leadId, version } = await desk.inbox.create({ name, number, email: null });
  return desk.inbox.change({ leadId, version, ...change });
};
let count = 0;
const facts = ({ status, lostReason, owner, nextCallAt, tags, interest, source, cameAt, lastAt }: LeadDetail) => ({
  ...{ status, lostReason, owner, nextCallAt, tags, interest, source, cameAt, lastAt },
});

test("what a merge changed comes back when the two are separated", async () => {
  const here = await add("Here Again", { status: "lost", lostReason: "No time", tags: ["own"] });
  const other = await add("Other Again", {
    ...{ status: "enrolled", ownerId: counsellor.person.id, tags: ["theirs", "OWN"] },
  });
  await db
    .update(lead)
    .set({ cameAt: new Date("2026-01-01"), source: "webinar", interest: "Java", nextCallAt: new Date(call) })
    .where(eq(lead.id, other.leadId));
  const both = { leadId: here.leadId, otherId: other.leadId };
  const merged = await desk.inbox.merge(both);
  expect(merged).toMatchObject({
    ...{ status: "enrolled", lostReason: null, nextCallAt: call, tags: ["own", "theirs"], interest: "Java" },
    ...{ source: "webinar", cameAt: "2026-01-01T00:00:00.000Z", owner: { name: "Shalini Ravi" } },
  });
  const apart = await desk.inbox.unmerge(both);
  expect(facts(apart)).toEqual(facts(here));
  expect(await desk.inbox.read({ leadId: other.leadId })).toMatchObject({ status: "enrolled", nextCallAt: call });
  // Twice the same way.
  await desk.inbox.merge(both);
  expect(facts(await desk.inbox.unmerge(both))).toEqual(facts(here));
});

test("what staff have changed since the merge stays", async () => {
  const here = await add("Worked On", { tags: ["own"] });
  const other = await add("Brought", { status: "enrolled", ownerId: counsellor.person.id, tags: ["theirs"] });
  const both = { leadId: here.leadId, otherId: other.leadId };
  const { version } = await desk.inbox.merge(both);
  const change = { status: "visiting" as const, ownerId: desk.person.id, tags: ["own", "theirs", "new"] };
  await desk.inbox.change({ leadId: here.leadId, version, ...change });
  expect(await desk.inbox.unmerge(both)).toMatchObject({
    ...{ status: "visiting", owner: { name: "Prakash Immanuel" }, tags: ["own", "new"] },
  });
});

test("of several who were merged each takes its own away, in any order", async () => {
  for (const isFirst of [true, false]) {
    const here = await add("Middle", { tags: ["own"] });
    const [one, two] = [await add("One", { tags: ["one", "both"] }), await add("Two", { tags: ["two", "both"] })];
    const came = (leadId: string, day: string) =>
      db
        .update(lead)
        .set({ cameAt: new Date(day) })
        .where(eq(lead.id, leadId));
    await came(one.leadId, "2026-02-01");
    await came(two.leadId, "2026-01-01");
    for (const { leadId } of [one, two]) await desk.inbox.merge({ leadId: here.leadId, otherId: leadId });
    const [leaves, stays] = isFirst ? [one, two] : [two, one];
    const between = await desk.inbox.unmerge({ leadId: here.leadId, otherId: leaves.leadId });
    expect(between.cameAt).toBe(isFirst ? "2026-01-01T00:00:00.000Z" : "2026-02-01T00:00:00.000Z");
    expect([...between.tags].sort()).toEqual(["both", "own", isFirst ? "two" : "one"].sort());
    const alone = await desk.inbox.unmerge({ leadId: here.leadId, otherId: stays.leadId });
    expect(alone).toMatchObject({ cameAt: here.cameAt });
    expect(alone.tags).toContain("own");
    expect(alone.tags).not.toContain(isFirst ? "two" : "one");
  }
});

test("a merge of an earlier release is separated as before", async () => {
  const here = await add("Old Here");
  const other = await add("Old Other", { status: "enrolled", tags: ["theirs"] });
  const both = { leadId: here.leadId, otherId: other.leadId };
  await desk.inbox.merge(both);
  await db.execute(sql`update lead set changed_by_merge = null where id = ${other.leadId}`);
  expect(await desk.inbox.unmerge(both)).toMatchObject({ status: "enrolled", tags: ["theirs"], merged: [] });
});

test("two who separate the same leads at once do it once", async () => {
  const here = await add("Race Here");
  const other = await add("Race Other", { status: "enrolled" });
  const both = { leadId: here.leadId, otherId: other.leadId };
  await desk.inbox.merge(both);
  const tries = await Promise.allSettled([desk.inbox.unmerge(both), counsellor.inbox.unmerge(both)]);
  expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  expect(await desk.inbox.read({ leadId: here.leadId })).toMatchObject({ status: "new" });
});

test("of two leads the further status goes on, and nobody calls somebody who has enrolled", async () => {
  const step = async (status: "new" | "visiting" | "enrolled", nextCallAt?: string) => {
    const { lead: found } = await enquire();
    const { leadId, version } = found;
    const change = { ...(status !== "new" && { status }), ...(nextCallAt && { nextCallAt }) };
    if (Object.keys(change).length > 0) await desk.inbox.change({ leadId, version, ...change });
    return leadId;
  };
  const call = "2026-11-20T05:30:00.000Z";
  const [fresh, visiting] = [await step("new"), await step("visiting", call)];
  expect(await desk.inbox.merge({ leadId: fresh, otherId: visiting })).toMatchObject({
    status: "visiting",
    nextCallAt: call,
  });
  const enrolled = await step("enrolled");
  expect(await desk.inbox.merge({ leadId: fresh, otherId: enrolled })).toMatchObject({
    status: "enrolled",
    nextCallAt: null,
  });
  expect(await desk.inbox.unmerge({ leadId: fresh, otherId: enrolled })).toMatchObject({
    status: "visiting",
    nextCallAt: call,
  });
  expect(await desk.inbox.merge({ leadId: enrolled, otherId: fresh })).toMatchObject({
    status: "enrolled",
    nextCallAt: null,
  });
});

test("who once gave the same number is offered for a merge, from both sides", async () => {
  const { lead: here } = await enquire();
  const moved = await desk.inbox.change({ leadId: here.leadId, version: here.version, number: "8300000077" });
  const [email, number] = ["second.number@example.com", here.number ?? ""];
  // A form with the old number would join them: somebody typed it in by hand before.
  const [{ id: otherId } = { id: "" }] = await db
    .insert(lead)
    .values({ name: "Second Number", email, number, source: "hand", cameAt: new Date(), lastAt: new Date() })
    .returning();
  const names = async (leadId: string) => (await desk.inbox.read({ leadId })).similar.map(({ leadId }) => leadId);
  expect(moved.number).toBe("+918300000077");
  expect(await names(here.leadId)).toEqual([otherId]);
  expect(await names(otherId)).toEqual([here.leadId]);
});

test("what the other one wrote, gave and bought while merged goes back with them", async () => {
  const here = await desk.inbox.create({ name: "First Person", number: "8300000101", email: null });
  const other = await desk.inbox.create({ name: "Second Person", number: "8300000102", email: null });
  const planned = await desk.inbox.change({
    leadId: here.leadId,
    version: here.version,
    status: "contacted",
    nextCallAt: call,
  });
  await desk.inbox.change({ leadId: other.leadId, version: other.version, status: "lost", lostReason: "No time" });
  await desk.inbox.merge({ leadId: here.leadId, otherId: other.leadId });
  institute.setNow(new Date(testDay.getTime() + 3_600_000));
  const email = "second.person@example.com";
  await visitorEnquires({ name: "Second Person", email, mobileNumber: "8300000102", selectedCoruse: "Java" });
  expect(await desk.inbox.read({ leadId: here.leadId })).toMatchObject({ email, interest: "Java" });
  const apart = await desk.inbox.unmerge({ leadId: here.leadId, otherId: other.leadId });
  expect(apart).toMatchObject({ email: null, interest: "", status: "contacted", nextCallAt: planned.nextCallAt });
  expect(apart.lastAt).toBe(planned.lastAt);
  expect(apart.events.map(({ kind }) => kind)).not.toContain("popup");
  const back = await desk.inbox.read({ leadId: other.leadId });
  // Who writes again is not lost any more.
  expect(back).toMatchObject({ email, interest: "Java", status: "new", lostReason: null });
  expect(back.events.map(({ kind }) => kind)).toContain("popup");
  expect(apart.similar).toEqual([]);
  institute.setNow(testDay);
});

test("a purchase of the other one enrols the lead that goes on, and goes back with the account", async () => {
  const here = await desk.inbox.create({ name: "Stays Here", number: "8300000111", email: null });
  const me = await newLearner(institute, { email: "buys@example.com" });
  const other = await desk.inbox.create({ name: "Buys Later", number: me.mobileNumber, email: null });
  await desk.inbox.merge({ leadId: here.leadId, otherId: other.leadId });
  await payAtGateway(institute, (await orderCourse(me)).order_id);
  await settle(institute);
  expect(await desk.inbox.read({ leadId: here.leadId })).toMatchObject({ status: "enrolled" });
  const apart = await desk.inbox.unmerge({ leadId: here.leadId, otherId: other.leadId });
  expect(apart).toMatchObject({ status: "new", email: null });
  expect(apart.events.map(({ kind }) => kind)).toEqual(expect.not.arrayContaining(["purchase", "notification"]));
  const back = await desk.inbox.read({ leadId: other.leadId });
  expect(back).toMatchObject({ status: "enrolled", email: "buys@example.com" });
  expect(back.events.map(({ kind }) => kind)).toContain("purchase");
  await me.account.remove({ ticket: await ticketFor(institute, me.mobileNumber) });
  expect(await desk.inbox.read({ leadId: here.leadId })).toMatchObject({ name: "Stays Here" });
  await expect(desk.inbox.read({ leadId: other.leadId })).rejects.toMatchObject({ code: "UNKNOWN_LEAD" });
});

test("what staff write down for the other one goes back, also when two merged leads have one name", async () => {
  const here = await desk.inbox.create({ name: "Same Name", number: "8300000121", email: null });
  const [one, two] = [
    await desk.inbox.create({ name: "Same Name", number: "8300000122", email: null }),
    await desk.inbox.create({ name: "Same Name", number: "8300000123", email: null }),
  ];
  await desk.inbox.merge({ leadId: here.leadId, otherId: one.leadId });
  await desk.inbox.create({ name: "Same Name", number: "8300000122", email: null, note: "Called the desk" });
  await desk.inbox.merge({ leadId: here.leadId, otherId: two.leadId });
  const apart = await desk.inbox.unmerge({ leadId: here.leadId, otherId: one.leadId });
  expect(apart.events.filter(({ kind }) => kind === "hand")).toHaveLength(2);
  const back = await desk.inbox.read({ leadId: one.leadId });
  expect(back.events.map(({ text }) => text)).toContain("Called the desk");
  expect(await db.$count(auditEntry, eq(auditEntry.thingId, one.leadId))).toBe(3);
});

test("a lead that was merged itself meanwhile is not separated from, and good leads do not disappear among spam", async () => {
  const [top, middle, low, spam] = [
    (await enquire()).lead,
    (await enquire()).lead,
    (await enquire()).lead,
    (await enquire()).lead,
  ];
  await desk.inbox.merge({ leadId: middle.leadId, otherId: low.leadId });
  await desk.inbox.merge({ leadId: top.leadId, otherId: middle.leadId });
  const separate = { leadId: middle.leadId, otherId: low.leadId };
  await expect(desk.inbox.unmerge(separate)).rejects.toMatchObject({ code: "UNKNOWN_LEAD" });
  await desk.inbox.unmerge({ leadId: top.leadId, otherId: middle.leadId });
  await desk.inbox.unmerge(separate);
  expect((await desk.inbox.read({ leadId: low.leadId })).events.map(({ kind }) => kind)).toEqual(["popup"]);
  await desk.inbox.spam({ leadId: spam.leadId, isSpam: true });
  for (const pair of [
    { leadId: spam.leadId, otherId: top.leadId },
    { leadId: top.leadId, otherId: spam.leadId },
  ])
    await expect(desk.inbox.merge(pair)).rejects.toMatchObject({ code: "SPAM_AND_NOT" });
});

test("the history of a merged lead has the mails to both addresses", async () => {
  const [here, other] = [(await enquire()).lead, (await enquire()).lead];
  await institute.runJobs();
  const mails = async (leadId: string) =>
    (await desk.inbox.read({ leadId })).events.filter(({ kind }) => kind === "message").length;
  expect([await mails(here.leadId), await mails(other.leadId)]).toEqual([1, 1]);
  await desk.inbox.merge({ leadId: here.leadId, otherId: other.leadId });
  expect(await mails(here.leadId)).toBe(2);
});

test("what a line changed is taken back from the right lead, whatever was merged in between", async () => {
  const [top, middle, low] = [await add("Chain Top"), await add("Chain Middle"), await add("Chain Low")];
  const before = await desk.inbox.read({ leadId: top.leadId });
  await desk.inbox.change({ leadId: middle.leadId, version: middle.version, status: "lost", lostReason: "No time" });
  await desk.inbox.merge({ leadId: middle.leadId, otherId: low.leadId });
  const write = async (minutes: number, course: string) => {
    institute.setNow(new Date(testDay.getTime() + minutes * 60_000));
    const { name, number } = low;
    const mobileNumber = (number ?? "").slice(3);
    await visitorEnquires({ name, email: `low${minutes}@example.com`, mobileNumber, selectedCoruse: course });
  };
  await write(10, "Java");
  expect(await desk.inbox.read({ leadId: middle.leadId })).toMatchObject({ status: "new", interest: "Java" });
  await desk.inbox.merge({ leadId: top.leadId, otherId: middle.leadId });
  await write(20, "Python");
  const apart = await desk.inbox.unmerge({ leadId: top.leadId, otherId: middle.leadId });
  expect(apart).toMatchObject({ status: before.status, interest: before.interest, lastAt: before.lastAt });
  expect(await desk.inbox.read({ leadId: middle.leadId })).toMatchObject({ interest: "Python" });
  const alone = await desk.inbox.unmerge({ leadId: middle.leadId, otherId: low.leadId });
  expect(alone).toMatchObject({ status: "lost", lostReason: "No time", interest: "" });
  institute.setNow(testDay);
});

test("lines of two merged leads are taken back in any order", async () => {
  const here = await add("Line Here");
  const [one, two] = [await add("Line One"), await add("Line Two")];
  for (const { leadId } of [one, two]) await desk.inbox.merge({ leadId: here.leadId, otherId: leadId });
  for (const [n, { name, number }] of [one, two].entries()) {
    institute.setNow(new Date(testDay.getTime() + (n + 1) * 60_000));
    const mobileNumber = (number ?? "").slice(3);
    await visitorEnquires({ name, email: `line${n}@example.com`, mobileNumber, selectedCoruse: n ? "Java" : "Python" });
  }
  expect(await desk.inbox.read({ leadId: here.leadId })).toMatchObject({ interest: "Java" });
  await desk.inbox.unmerge({ leadId: here.leadId, otherId: one.leadId });
  const apart = await desk.inbox.unmerge({ leadId: here.leadId, otherId: two.leadId });
  expect(apart).toMatchObject({ interest: here.interest, lastAt: here.lastAt, email: null });
  institute.setNow(testDay);
});

test("a lead is found by the name and number of the one that was merged into it, and shows them", async () => {
  const [here, other] = [await add("Found Here"), await add("Former Person")];
  const merged = await desk.inbox.merge({ leadId: here.leadId, otherId: other.leadId });
  expect(merged.merged).toMatchObject([{ name: "Former Person", number: other.number }]);
  for (const words of ["Former Person", other.number ?? ""])
    expect((await desk.inbox.list({ words })).leads).toMatchObject([{ leadId: here.leadId }]);
});
