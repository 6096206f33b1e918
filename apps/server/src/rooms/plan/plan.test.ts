import { randomUUID } from "node:crypto";
import type { StaffRole } from "@shoreline/domain/staff";
import { desc, eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { learner } from "../../db/tables/account.ts";
import { due, sale } from "../../db/tables/due.ts";
import { invoice } from "../../db/tables/enrolment.ts";
import { auditEntry } from "../../db/tables/staff.ts";
import { enrolAtDesk } from "../../test/desk.ts";
import { testDay } from "../../test/global-setup.ts";
import { testInstitute } from "../../test/institute.ts";
import { newLearner } from "../../test/learner.ts";
import { addNamesakes } from "../../test/namesakes.ts";
import { giveCourse } from "../../test/paying.ts";
import { newPlan, partInPaise, payLink, payPart } from "../../test/plans.ts";
import { newStaff } from "../../test/staff.ts";
import { watchAll } from "../due/watch.ts";

const institute = await testInstitute();
const { db } = institute;
const staffOf = (role: StaffRole) => newStaff(institute, [role]);
const desk = await staffOf("front desk");
const owner = await staffOf("owner");

beforeEach(async () => {
  institute.setNow(testDay);
  await institute.runJobs();
  await db.update(due).set({ state: "cancelled" }).where(eq(due.state, "open"));
  for (const sent of [institute.mails, institute.messages, institute.whatsapps]) sent.length = 0;
});

const entriesOf = (saleId: string) =>
  db.select().from(auditEntry).where(eq(auditEntry.thingId, saleId)).orderBy(desc(auditEntry.id));

test("outstanding dues come oldest first, with their age, its sum, and what is left out", async () => {
  const [me, other] = [
    await newLearner(institute, { firstName: "Zoya" }),
    await newLearner(institute, { firstName: "Farid" }),
  ];
  const days = ["2026-08-01", "2026-09-10", "2026-10-10", "2026-11-14", "2026-11-15"];
  const { tokens } = await newPlan(institute, me, { dues: days.map((dueOn) => ({ dueOn })) });
  await newPlan(institute, other, { dues: [{ dueOn: "2026-10-01", amountInPaise: 100_00 }] });
  await newPlan(institute, other, { state: "waiting", courseId: "sql", dues: [{ dueOn: "2026-07-01" }] });
  await payPart(institute, tokens[1]);
  const { dues, ages, next } = await desk.plan.outstanding({});
  expect(dues.map(({ learner: name, dueOn, age, number, count }) => [name, dueOn, age, `${number}/${count}`])).toEqual([
    ["Zoya Raman", "2026-08-01", "over 90 days", "1/5"],
    ["Farid Raman", "2026-10-01", "31 to 60 days", "1/1"],
    ["Zoya Raman", "2026-10-10", "31 to 60 days", "3/5"],
    ["Zoya Raman", "2026-11-14", "1 to 30 days", "4/5"],
    ["Zoya Raman", "2026-11-15", "not due yet", "5/5"],
  ]);
  expect(next).toBeNull();
  expect(ages).toEqual([
    { age: "not due yet", count: 1, amountInPaise: partInPaise },
    { age: "1 to 30 days", count: 1, amountInPaise: partInPaise },
    { age: "31 to 60 days", count: 2, amountInPaise: partInPaise + 100_00 },
    { age: "61 to 90 days", count: 0, amountInPaise: 0 },
    { age: "over 90 days", count: 1, amountInPaise: partInPaise },
  ]);
  const shown = async (filter: object) => (await desk.plan.outstanding(filter)).dues.map(({ dueOn }) => dueOn);
  expect(await shown({ age: "31 to 60 days" })).toEqual(["2026-10-01", "2026-10-10"]);
  for (const { age } of ages) expect((await shown({ age })).length).toBe(ages.find((one) => one.age === age)?.count);
  expect(await shown({ words: "farid" })).toEqual(["2026-10-01"]);
  expect(await shown({ words: other.mobileNumber.slice(0, 8) })).not.toEqual([]);
  expect(await shown({ words: "100%" })).toEqual([]);
});

test("who owes is found by a name that thousands have", async () => {
  const me = await newLearner(institute, { firstName: "Lakshmi" });
  await newPlan(institute, me, { dues: [{ dueOn: "2026-10-01" }] });
  await addNamesakes(institute, "Lakshmi");
  const found = (await desk.plan.outstanding({ words: "laksh ram" })).dues;
  expect(found.map(({ learner: name }) => name)).toEqual(["Lakshmi Raman"]);
  const namesakes = (await desk.plan.outstanding({ words: "laksh" })).dues;
  expect(namesakes.map(({ learner: name }) => name)).toEqual(["Lakshmi Raman"]);
  expect((await desk.plan.outstanding({ words: "no" })).dues).toEqual([]);
});

test("a long list comes in pages of 100, each due once, and a wrong end of a page is refused", async () => {
  const me = await newLearner(institute);
  const dues = Array.from({ length: 150 }, (_, n) => ({ dueOn: n < 75 ? "2026-10-01" : "2026-10-02" }));
  await newPlan(institute, me, { dues });
  const first = await desk.plan.outstanding({});
  const second = await desk.plan.outstanding({ after: first.next ?? "" });
  expect([first.dues.length, second.dues.length, second.next]).toEqual([100, 50, null]);
  expect(new Set([...first.dues, ...second.dues].map(({ dueId }) => dueId)).size).toBe(150);
  const cursor = (...values: unknown[]) => Buffer.from(JSON.stringify(values)).toString("base64url");
  for (const after of ["x", cursor("2026-02-31", randomUUID()), cursor("0000-01-01", randomUUID()), cursor("x", "y")])
    await expect(desk.plan.outstanding({ after })).rejects.toMatchObject({ status: 400 });
});

test("a sale shows its dues, invoices, links, how the learner is reached, and every reminder", async () => {
  const me = await newLearner(institute);
  const { saleId, tokens } = await newPlan(institute, me);
  await payPart(institute, tokens[0]);
  await db.update(due).set({ dueOn: "2026-11-15" }).where(eq(due.linkToken, tokens[1]));
  await watchAll(institute.deps);
  await institute.runJobs();
  const plan = await desk.plan.read({ saleId });
  expect(plan).toMatchObject({
    ...{ learner: "Kavya Raman", course: "Python", priceInPaise: 3 * partInPaise, openInPaise: 2 * partInPaise },
    ...{ isOnHold: false, version: 0, state: "bought", today: "2026-11-15" },
    ways: [
      { channel: "mail", to: "kavya@example.com" },
      { channel: "sms", to: `+91${me.mobileNumber}` },
      { channel: "whatsapp", to: `+91${me.mobileNumber}` },
    ],
  });
  expect(plan.dues).toMatchObject([
    { state: "paid", invoice: expect.any(String), payUrl: null, notices: [] },
    {
      state: "open",
      payUrl: `http://127.0.0.1:3000/pay/${tokens[1]}`,
      notices: [{ kind: "reminder", day: 0, by: null }],
    },
    { state: "open", notices: [] },
  ]);
  await expect(desk.plan.read({ saleId: randomUUID() })).rejects.toMatchObject({ code: "UNKNOWN_SALE" });
});

test("the link goes out by the way that staff chose, once for an attempt, and is in the audit log", async () => {
  const me = await newLearner(institute);
  const { saleId, tokens, readDues } = await newPlan(institute, me);
  await institute.runJobs();
  institute.messages.length = 0;
  const dueId = (await readDues())[0]?.id ?? "";
  const request = { dueId, channel: "sms" as const, attemptId: randomUUID() };
  const [plan] = await Promise.all([desk.plan.send(request), desk.plan.send(request)]);
  await institute.runJobs();
  expect(institute.messages).toMatchObject([{ template: "fee-due", to: `+91${me.mobileNumber}` }]);
  expect(institute.messages[0]?.text).toContain(tokens[0]);
  expect(plan.dues[0]?.notices).toMatchObject([{ kind: "link", channel: "sms", by: "Meera Krishnan" }]);
  expect(await entriesOf(saleId)).toMatchObject([
    { action: "Sent a payment link", kind: "sale", thing: "Kavya Raman, Python", after: { part: 1, channel: "sms" } },
  ]);
  await db.update(learner).set({ email: "" }).where(eq(learner.mobileNumber, me.mobileNumber));
  await expect(desk.plan.send({ ...request, channel: "mail", attemptId: randomUUID() })).rejects.toMatchObject({
    code: "NO_WAY_TO_LEARNER",
  });
  await payPart(institute, tokens[0]);
  await expect(desk.plan.send({ ...request, attemptId: randomUUID() })).rejects.toMatchObject({ code: "DUE_SETTLED" });
});

test("what is open gets new days and amounts with the same sum; links stay with their parts", async () => {
  const me = await newLearner(institute);
  const { saleId, tokens, readDues } = await newPlan(institute, me);
  await payPart(institute, tokens[0]);
  const change = (dues: { amountInPaise: number; dueOn: string }[], version = 0) =>
    desk.plan.change({ saleId, version, dues });
  const half = { amountInPaise: partInPaise, dueOn: "2026-12-20" };
  const refused = async (dues: Parameters<typeof change>[0], text: string) =>
    expect(change(dues)).rejects.toMatchObject({ status: 400, fields: { dues: text } });
  await refused([half], "The instalments do not add up to the price");
  await refused([], "Add at least one instalment");
  await refused([half, { ...half, dueOn: "2026-12-01" }], "Each instalment is due after the one before");
  await refused([{ ...half, dueOn: "2026-11-14" }, half], "Choose days from today on");
  const three = [
    { amountInPaise: 200_000, dueOn: "2026-11-20" },
    { amountInPaise: 300_000, dueOn: "2026-12-20" },
    { amountInPaise: 366_600, dueOn: "2027-02-20" },
  ];
  const changed = await change(three);
  expect(changed.dues.map(({ number, state, amountInPaise }) => [number, state, amountInPaise])).toEqual([
    [1, "paid", partInPaise],
    [2, "open", 200_000],
    [3, "open", 300_000],
    [4, "open", 366_600],
  ]);
  expect(changed.dues.slice(1, 3).map(({ payUrl }) => payUrl?.split("/").at(-1))).toEqual(tokens.slice(1));
  await expect(change(three)).rejects.toMatchObject({ code: "CHANGED_MEANWHILE" });
  const fewer = await change([{ amountInPaise: 866_600, dueOn: "2026-12-24" }], 1);
  expect(fewer.dues.map(({ number, state }) => [number, state])).toEqual([
    [1, "paid"],
    [2, "open"],
  ]);
  expect((await institute.visitor().due.read({ token: tokens[2] })).state).toBe("withdrawn");
  expect((await institute.visitor().due.read({ token: tokens[1] })).count).toBe(2);
  const counted = (await readDues()).filter(({ state }) => state !== "cancelled");
  expect(counted.reduce((sum, { amountInPaise }) => sum + amountInPaise, 0)).toBe(3 * partInPaise);
  expect((await entriesOf(saleId))[0]).toMatchObject({
    action: "Changed an instalment plan",
    after: { dues: "₹8,666 on 24 Dec 2026" },
  });
});

test("a part that was paid out of order keeps its number when the plan changes", async () => {
  const me = await newLearner(institute);
  const { saleId, tokens } = await newPlan(institute, me);
  await payPart(institute, tokens[1]);
  const dues = ["2026-11-20", "2026-12-20", "2027-01-20"].map((dueOn, n) => ({
    ...{ dueOn, amountInPaise: n === 2 ? 466_600 : 200_000 },
  }));
  const { dues: now } = await desk.plan.change({ saleId, version: 0, dues });
  expect(now.map(({ number, state, dueOn }) => [number, state, dueOn])).toEqual([
    [1, "open", "2026-11-20"],
    [2, "paid", "2026-12-15"],
    [3, "open", "2026-12-20"],
    [4, "open", "2027-01-20"],
  ]);
});

/** Somebody whose classes are on hold since 3 December. */
async function onHold() {
  const me = await newLearner(institute);
  const dues = [{ dueOn: "2026-11-15" }, { dueOn: "2026-11-18" }, { dueOn: "2027-01-18" }];
  const plan = await newPlan(institute, me, { dues });
  await payPart(institute, plan.tokens[0]);
  institute.setNow(new Date("2026-12-03T06:30:00Z"));
  await watchAll(institute.deps);
  await institute.runJobs();
  institute.mails.length = 0;
  const status = async () => (await me.enrolment.list({}))[0]?.status;
  return { ...me, ...plan, status, desk: await staffOf("front desk"), owner: await staffOf("owner") };
}

test("staff lift the restriction until a day at a click; the learner is told, and it comes back after that day", async () => {
  const me = await onHold();
  expect(await me.status()).toBe("On hold");
  const lift = (until: string, version = 0) => me.desk.plan.lift({ saleId: me.saleId, version, until });
  await expect(lift("2026-12-03")).rejects.toMatchObject({ fields: { until: "Choose a day after today" } });
  expect(await lift("2026-12-10")).toMatchObject({ isOnHold: false, leniencyUntil: "2026-12-10", version: 1 });
  expect(await me.status()).toBe("Completed");
  await institute.runJobs();
  expect(institute.mails).toMatchObject([{ subject: "Python: you can join your classes again" }]);
  expect(institute.mails[0]?.text).toContain("Please pay what is overdue before 10 Dec 2026.");
  expect((await entriesOf(me.saleId))[0]).toMatchObject({ after: { until: "2026-12-10" } });
  institute.setNow(new Date("2026-12-10T06:30:00Z"));
  await watchAll(institute.deps);
  expect(await me.status()).toBe("On hold");
});

test("an owner writes off an instalment with a reason: nothing was invoiced, so nothing is credited, and joining is open again", async () => {
  const me = await onHold();
  const dueId = (await me.readDues())[1]?.id ?? "";
  const request = { dueId, version: 0, reason: "Lost the job" };
  await expect(me.desk.plan.writeOff(request)).rejects.toMatchObject({ code: "NOT_ALLOWED" });
  await expect(me.owner.plan.writeOff({ ...request, reason: " " })).rejects.toMatchObject({
    fields: { reason: "Write why" },
  });
  await expect(me.owner.plan.writeOff({ ...request, version: 4 })).rejects.toMatchObject({ code: "CHANGED_MEANWHILE" });
  const before = await db.$count(invoice);
  const { dues, openInPaise } = await me.owner.plan.writeOff(request);
  expect([dues[1]?.state, openInPaise, await db.$count(invoice)]).toEqual(["written off", partInPaise, before]);
  expect(await me.status()).toBe("Completed");
  await institute.runJobs();
  expect(institute.mails[0]?.text).toContain("nothing is overdue any more");
  expect((await entriesOf(me.saleId))[0]).toMatchObject({
    action: "Wrote off an instalment",
    after: { part: 2, amount: "₹4,333", reason: "Lost the job" },
  });
  await expect(me.owner.plan.writeOff(request)).rejects.toMatchObject({ code: "DUE_SETTLED" });
});

test("a payment and a write-off at the same moment: one of them holds, and the money is never lost", async () => {
  const me = await newLearner(institute);
  const { tokens, readDues } = await newPlan(institute, me);
  await payPart(institute, tokens[0]);
  const dueId = (await readDues())[1]?.id ?? "";
  const { proof } = await payLink(institute, tokens[1]);
  const [paid, written] = await Promise.allSettled([
    institute.visitor().due.settle({ token: tokens[1], ...proof }),
    owner.plan.writeOff({ dueId, version: 0, reason: "Lost the job" }),
  ]);
  const state = (await readDues())[1]?.state;
  expect(paid.status).toBe("fulfilled");
  const problem = paid.status === "fulfilled" ? paid.value.problem : null;
  if (state === "paid") expect([written.status, problem]).toEqual(["rejected", null]);
  else expect([state, problem]).toEqual(["written off", expect.stringContaining("does not match")]);
});

test("a sale that waits or is withdrawn has nothing to send, change or lift", async () => {
  const me = await newLearner(institute);
  const { saleId, readDues } = await newPlan(institute, me, { state: "waiting" });
  const dueId = (await readDues())[0]?.id ?? "";
  const dues = [{ amountInPaise: 3 * partInPaise, dueOn: "2026-12-01" }];
  for (const state of ["waiting", "withdrawn"] as const) {
    await db.update(sale).set({ state }).where(eq(sale.id, saleId));
    await expect(desk.plan.send({ dueId, channel: "mail", attemptId: randomUUID() })).rejects.toMatchObject({
      code: "DUE_SETTLED",
    });
    await expect(desk.plan.change({ saleId, version: 0, dues })).rejects.toMatchObject({ code: "SALE_NOT_OPEN" });
    await expect(desk.plan.lift({ saleId, version: 0, until: "2026-12-01" })).rejects.toMatchObject({
      code: "SALE_NOT_OPEN",
    });
  }
});

test("a sale of which everything is written off before anybody paid is closed, and another can be made", async () => {
  const me = await newLearner(institute);
  const { saleId, readDues } = await newPlan(institute, me, {
    dues: [{ dueOn: "2026-11-15" }, { dueOn: "2026-12-15" }],
  });
  const [first, second] = await readDues();
  const off = { reason: "Went to another city" };
  const one = await owner.plan.writeOff({ ...off, dueId: first?.id ?? "", version: 0 });
  expect(one.state).toBe("open");
  const closed = await owner.plan.writeOff({ ...off, dueId: second?.id ?? "", version: one.version });
  expect(closed).toMatchObject({ state: "withdrawn", openInPaise: 0 });
  const [entry] = await entriesOf(saleId);
  expect(entry?.action).toBe("Wrote off the last instalment of a sale, which is withdrawn");
  const { mobileNumber, countryCode } = await me.account.read({});
  const again = await enrolAtDesk(desk, { mobileNumber, countryCode, courseId: "python" });
  expect(again.sale.state).toBe("bought");
});

test("a sale whose course the learner bought on the website is marked, and staff withdraw it", async () => {
  const me = await newLearner(institute);
  const { saleId, readDues } = await newPlan(institute, me);
  expect((await desk.plan.outstanding({})).dues.map((one) => one.isBoughtElsewhere)).toEqual([false, false, false]);
  await giveCourse(institute, me);
  expect((await desk.plan.outstanding({})).dues.map((one) => one.isBoughtElsewhere)).toEqual([true, true, true]);
  const plan = await desk.plan.read({ saleId });
  expect(plan).toMatchObject({ isBoughtElsewhere: true, openInPaise: 0, dues: [{ payUrl: null }, {}, {}] });
  const [first] = await readDues();
  await expect(
    desk.plan.send({ dueId: first?.id ?? "", channel: "mail", attemptId: randomUUID() }),
  ).rejects.toMatchObject({ code: "DUE_SETTLED" });
  await desk.sale.withdraw({ saleId, reason: "Bought on the website" });
  expect((await desk.plan.outstanding({})).dues).toEqual([]);
  expect(await desk.plan.read({ saleId })).toMatchObject({ state: "withdrawn", isBoughtElsewhere: false });
});
