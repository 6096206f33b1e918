import { defaultMoneySettings } from "@shoreline/domain/due";
import { desc, eq, sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { due, moneySettings, sale } from "../../db/tables/due.ts";
import { invoice } from "../../db/tables/enrolment.ts";
import { gatewayRecord } from "../../db/tables/gateway.ts";
import { mandate, mandateCharge } from "../../db/tables/mandate.ts";
import { noFaults } from "../../gateway/delivery-faults.ts";
import { testInstitute } from "../../test/institute.ts";
import { newLearner } from "../../test/learner.ts";
import { payAtGateway, settle } from "../../test/paying.ts";
import { newMandate, newPlan, partInPaise } from "../../test/plans.ts";
import { newStaff } from "../../test/staff.ts";

import { endPurchase } from "../refund/finish.ts";
import { chargeAll } from "./charge-plan.ts";
import { watchAll } from "./watch.ts";

const institute = await testInstitute();
const { db, deps, visitor } = institute;

beforeEach(async () => {
  setDay("2026-11-15");
  institute.gateway.setDeliveryFaults(noFaults);
  await allow(true);
  await db.update(mandate).set({ state: "ended" });
  await db.update(due).set({ state: "cancelled" }).where(eq(due.state, "open"));
});

const setDay = (day: string, time = "06:30") => institute.setNow(new Date(`${day}T${time}:00Z`));

async function allow(automaticPayments: boolean): Promise<void> {
  await db.delete(moneySettings);
  await db.insert(moneySettings).values({ id: "only", content: { ...defaultMoneySettings, automaticPayments } });
}

/** Everything that the jobs of one hour do. Returns the subjects of the mails. */
async function runOn(day: string, time?: string): Promise<string[]> {
  await settle(institute);
  institute.mails.length = 0;
  setDay(day, time);
  await chargeAll(deps);
  await watchAll(deps);
  await settle(institute);
  await settle(institute);
  return institute.mails.map(({ subject }) => subject);
}

const readMandates = (saleId: string) => db.select().from(mandate).where(eq(mandate.saleId, saleId));
const statesOf = async (saleId: string) => (await readMandates(saleId)).map(({ state }) => state);
const listCharges = (dueId: string) =>
  db.select().from(mandateCharge).where(eq(mandateCharge.dueId, dueId)).orderBy(desc(mandateCharge.plannedAt));

/** Sessions end before the plan does, so the invoices are counted here. */
async function countInvoices(saleId: string): Promise<number> {
  const ofSale = sql`${invoice.purchaseId} = (select ${sale.purchaseId} from ${sale} where ${sale.id} = ${saleId})`;
  return db.$count(invoice, ofSale);
}

async function inDashboard(path: string, body: object): Promise<void> {
  await institute.gateway.app.request(`/dashboard/${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ key: deps.payments.keyId, ...body }),
  });
  await settle(institute);
}

async function changeToken(saleId: string, body: object): Promise<void> {
  const [row] = await readMandates(saleId);
  await inDashboard(`tokens/${row?.providerTokenId}`, body);
}

async function atProvider(saleId: string): Promise<unknown> {
  const [row] = await readMandates(saleId);
  const [found] = await db
    .select()
    .from(gatewayRecord)
    .where(eq(gatewayRecord.id, row?.providerTokenId ?? ""));
  return (found?.data as { recurring_details?: { status: string } })?.recurring_details?.status;
}

test("who pays the first part may tick the later ones; they are announced and taken on their days", async () => {
  const me = await newLearner(institute);
  const { saleId, tokens, readDues } = await newPlan(institute, me);
  const page = await visitor().due.read({ token: tokens[0] });
  expect(page.automatic).toEqual([
    { number: 2, amountInPaise: partInPaise, dueOn: "2026-12-15" },
    { number: 3, amountInPaise: partInPaise, dueOn: "2027-01-15" },
  ]);
  const order = { amount: partInPaise, dueToken: tokens[0], automatic: true };
  const { order_id, customer_id } = await visitor().payment.order(order);
  expect(customer_id).toMatch(/^cust_/);
  // The second click takes the same order.
  expect(await visitor().payment.order(order)).toMatchObject({ order_id, customer_id });
  expect((await visitor().payment.order({ ...order, automatic: false })).order_id).not.toBe(order_id);
  const proof = await payAtGateway(institute, order_id);
  expect((await visitor().due.settle({ token: tokens[0], ...proof })).state).toBe("paid");
  await settle(institute);
  expect(await statesOf(saleId)).toEqual(["active"]);
  const [plan] = await me.due.mine({});
  expect(plan).toMatchObject({
    automatic: { state: "active" },
    dues: [{ takenOn: null }, { takenOn: "2026-12-15" }, { takenOn: "2027-01-15" }],
  });
  expect(await visitor().due.read({ token: tokens[1] })).toMatchObject({ automatic: null, takenOn: "2026-12-15" });

  expect(await runOn("2026-12-12")).toEqual([]);
  const news = "Python: ₹4,333 will be taken automatically on 15 Dec 2026";
  expect(await runOn("2026-12-13")).toEqual([news]);
  expect(await runOn("2026-12-13", "08:30")).toEqual([]);
  expect(await runOn("2026-12-14")).toEqual([]);
  expect(await runOn("2026-12-15", "02:30")).toEqual([]);
  expect((await readDues())[1]?.state).toBe("open");
  expect(await runOn("2026-12-15", "04:30")).toEqual(["Python: we have received ₹4,333"]);
  expect(await runOn("2026-12-15", "07:30")).toEqual([]);
  expect((await readDues()).map(({ state }) => state)).toEqual(["paid", "paid", "open"]);
  expect(await countInvoices(saleId)).toBe(2);

  await runOn("2027-01-13");
  await runOn("2027-01-15");
  expect((await readDues()).map(({ state }) => state)).toEqual(["paid", "paid", "paid"]);
  expect(await statesOf(saleId)).toEqual(["ended"]);
  expect(await atProvider(saleId)).toBe("cancelled");
});

test("a charge that fails is told with the link, tried three times, and the usual reminders go on", async () => {
  const me = await newLearner(institute);
  const { saleId, tokens, readDues } = await newMandate(institute, me);
  await changeToken(saleId, { charge: "insufficient_funds" });
  await runOn("2026-12-13");
  const failed = "Python: ₹4,333 could not be taken automatically";
  expect(await runOn("2026-12-15")).toContain(failed);
  expect(institute.mails.find(({ subject }) => subject === failed)?.text).toContain(`/pay/${tokens[1]}`);
  const sent: string[] = [];
  for (const day of [16, 17, 18, 19, 20, 21, 22]) sent.push(...(await runOn(`2026-12-${day}`)));
  const dueId = (await readDues())[1]?.id ?? "";
  const charges = await listCharges(dueId);
  expect(charges.map(({ state, why }) => [state, why])).toEqual(Array(3).fill(["failed", "insufficient funds"]));
  expect(sent.filter((subject) => subject === failed)).toHaveLength(2);
  expect(sent).toContain("Python: ₹4,333 is overdue");
  expect(sent.filter((subject) => /will be taken/.test(subject))).toHaveLength(2);
  // The next part is not touched by it.
  await changeToken(saleId, { charge: "captured" });
  await runOn("2027-01-13");
  await runOn("2027-01-15");
  expect((await readDues()).map(({ state }) => state)).toEqual(["paid", "open", "paid"]);
  const desk = await newStaff(institute, ["front desk"]);
  const plan = await desk.plan.read({ saleId });
  expect(plan.automatic).toMatchObject({ state: "active", failed: { number: 2, why: "insufficient funds" } });
  const { dues } = await desk.plan.outstanding({});
  expect(dues.find((one) => one.dueId === dueId)).toMatchObject({ automatic: "failed" });
});

test("webhooks that come twice, in another order, late or never change nothing: part 2 is paid once", async () => {
  for (const faults of [{ twice: true }, { reordered: true }, { dropped: true }]) {
    setDay("2026-11-15");
    institute.gateway.setDeliveryFaults({ ...noFaults, ...faults });
    const me = await newLearner(institute);
    const { saleId, readDues } = await newMandate(institute, me);
    expect(await statesOf(saleId)).toEqual(["active"]);
    await runOn("2026-12-13");
    await runOn("2026-12-15", "05:30");
    // Without a webhook the next run looks at the provider.
    await runOn("2026-12-15", "07:30");
    expect((await readDues()).map(({ state }) => state)).toEqual(["paid", "paid", "open"]);
    expect(await countInvoices(saleId)).toBe(2);
    await db.update(due).set({ state: "cancelled" }).where(eq(due.state, "open"));
  }
});

test("a process that dies between storing and asking asks once, and one whose answer was lost does not ask again", async () => {
  const { mandates } = deps.payments;
  const { charge } = mandates;
  try {
    for (const isAsked of [false, true]) {
      setDay("2026-11-15");
      const me = await newLearner(institute);
      const { readDues } = await newMandate(institute, me);
      await runOn("2026-12-13");
      let asked = 0;
      mandates.charge = async (given) => {
        asked++;
        if (isAsked) await charge(given);
        throw new Error("the process was killed here");
      };
      institute.gateway.setDeliveryFaults({ ...noFaults, dropped: true });
      await runOn("2026-12-15", "04:30");
      const dueId = (await readDues())[1]?.id ?? "";
      expect((await listCharges(dueId)).map(({ state }) => state)).toEqual(["sent"]);
      mandates.charge = async (given) => {
        asked++;
        await charge(given);
      };
      // Too early to say that no answer comes.
      await runOn("2026-12-15", "05:00");
      expect(asked).toBe(1);
      await runOn("2026-12-15", "06:00");
      await runOn("2026-12-15", "07:30");
      expect(asked).toBe(isAsked ? 1 : 2);
      expect((await readDues())[1]?.state).toBe("paid");
      const { rows } = await db.execute(sql`
        select count(*)::int as count from payment p join payment_order o on o.id = p.order_id where o.item_id = ${dueId}`);
      expect(rows).toEqual([{ count: 1 }]);
      await db.update(due).set({ state: "cancelled" }).where(eq(due.state, "open"));
    }
  } finally {
    mandates.charge = charge;
  }
});

test("a bank that refuses leaves everything as it is: the part is paid, and nothing is taken later", async () => {
  const me = await newLearner(institute);
  const { saleId, readDues } = await newMandate(institute, me, { bank: "rejected" });
  expect(await statesOf(saleId)).toEqual(["refused"]);
  expect((await readDues())[0]?.state).toBe("paid");
  expect((await me.due.mine({}))[0]).toMatchObject({ automatic: null, dues: [{}, { takenOn: null }, {}] });
  expect(await runOn("2026-12-13")).toEqual(["Python: ₹4,333 is due on 15 Dec 2026"]);
  expect(await listCharges((await readDues())[1]?.id ?? "")).toEqual([]);
  const { notifications } = await me.notification.list({});
  expect(notifications.map(({ title }) => title)).toContain("Python: automatic payments could not be set up");
});

test("a bank that needs time confirms later, and the hourly run notices it without a webhook", async () => {
  const me = await newLearner(institute);
  const { saleId } = await newMandate(institute, me, { bank: "initiated" });
  expect(await statesOf(saleId)).toEqual(["begun"]);
  institute.gateway.setDeliveryFaults({ ...noFaults, dropped: true });
  await changeToken(saleId, { status: "confirmed" });
  expect(await statesOf(saleId)).toEqual(["begun"]);
  await runOn("2026-11-16");
  expect(await statesOf(saleId)).toEqual(["active"]);
});

test("a payer who pauses or cancels at the bank is asked to pay, and who goes on is not", async () => {
  const me = await newLearner(institute);
  const { saleId, readDues } = await newMandate(institute, me);
  await runOn("2026-12-13");
  await changeToken(saleId, { status: "paused" });
  expect(await statesOf(saleId)).toEqual(["paused"]);
  expect((await me.due.mine({}))[0]?.automatic?.state).toBe("paused");
  expect(await runOn("2026-12-15")).toEqual(["Python: ₹4,333 is due on 15 Dec 2026"]);
  expect((await readDues())[1]?.state).toBe("open");
  await changeToken(saleId, { status: "confirmed" });
  expect(await runOn("2026-12-16")).toContain("Python: ₹4,333 will be taken automatically on 18 Dec 2026");
  // The webhook about the end is lost: it is read before the money is asked for.
  institute.gateway.setDeliveryFaults({ ...noFaults, dropped: true });
  await changeToken(saleId, { status: "cancelled" });
  expect(await statesOf(saleId)).toEqual(["active"]);
  await runOn("2026-12-18");
  expect(await statesOf(saleId)).toEqual(["ended"]);
  expect((await readDues())[1]?.state).toBe("open");
});

test("a part that was paid by the link before its day is not taken, and one that is paid at the same moment is flagged", async () => {
  const me = await newLearner(institute);
  const { saleId, tokens, readDues } = await newMandate(institute, me);
  await runOn("2026-12-13");
  const order = { amount: partInPaise, dueToken: tokens[1] };
  const { order_id } = await visitor().payment.order(order);
  await payAtGateway(institute, order_id);
  await runOn("2026-12-15");
  const [, second, third] = await readDues();
  expect((await listCharges(second?.id ?? "")).map(({ state }) => state)).toEqual(["dropped"]);
  expect(second?.state).toBe("paid");

  await runOn("2027-01-13");
  const opened = await visitor().payment.order({ amount: partInPaise, dueToken: tokens[2] });
  // Both are on their way: the provider has taken it while the payer still types.
  await runOn("2027-01-15");
  expect((await readDues())[2]?.state).toBe("paid");
  await payAtGateway(institute, opened.order_id);
  await settle(institute);
  const { rows } = await db.execute(sql`
    select f.reason from payment_flag f join payment_order o on o.id = f.order_id where o.item_id = ${third?.id}`);
  expect(rows).toEqual([{ reason: "for an instalment that was settled before" }]);
  expect(await countInvoices(saleId)).toBe(3);
});

test("while the money is asked for, nobody is offered to pay it again", async () => {
  const me = await newLearner(institute);
  const { tokens, readDues } = await newMandate(institute, me);
  const dueId = (await readDues())[1]?.id ?? "";
  await runOn("2026-12-13");
  await db.update(mandateCharge).set({ state: "sent", sentAt: deps.clock.now() }).where(eq(mandateCharge.dueId, dueId));
  expect((await visitor().due.read({ token: tokens[1] })).state).toBe("pending");
  await expect(visitor().payment.order({ amount: partInPaise, dueToken: tokens[1] })).rejects.toMatchObject({
    code: "DUE_UNDER_WAY",
  });
});

test("a plan that staff change: another amount is announced again, one above the limit is asked for by link", async () => {
  const me = await newLearner(institute);
  const { saleId, readDues } = await newMandate(institute, me);
  await runOn("2026-12-13");
  const desk = await newStaff(institute, ["front desk"]);
  const { version } = await desk.plan.read({ saleId });
  const dues = [
    { amountInPaise: partInPaise - 100, dueOn: "2026-12-15" },
    { amountInPaise: partInPaise + 100, dueOn: "2027-01-15" },
  ];
  await desk.plan.change({ saleId, version, dues });
  expect(await runOn("2026-12-14")).toEqual(["Python: ₹4,332 will be taken automatically on 16 Dec 2026"]);
  await runOn("2026-12-16");
  expect((await readDues()).map(({ state }) => state)).toEqual(["paid", "paid", "open"]);
  expect(await runOn("2027-01-12")).toEqual(["Python: ₹4,334 is due on 15 Jan 2027"]);
  await runOn("2027-01-13");
  expect(await listCharges((await readDues())[2]?.id ?? "")).toEqual([]);
});

test("the learner stops it, and staff with the right; nobody else can", async () => {
  const me = await newLearner(institute);
  const { saleId, readDues } = await newMandate(institute, me);
  await runOn("2026-12-13");
  const mandateId = (await me.due.mine({}))[0]?.automatic?.mandateId ?? "";
  await expect(visitor().due.stop({ mandateId })).rejects.toMatchObject({ code: "NOT_SIGNED_IN" });
  const other = await newLearner(institute);
  await expect(other.due.stop({ mandateId })).rejects.toMatchObject({ code: "UNKNOWN_MANDATE" });
  expect((await me.due.stop({ mandateId }))[0]?.automatic).toBeNull();
  await expect(me.due.stop({ mandateId })).rejects.toMatchObject({ code: "UNKNOWN_MANDATE" });
  await runOn("2026-12-15");
  expect((await readDues())[1]?.state).toBe("open");
  expect(await atProvider(saleId)).toBe("cancelled");

  const second = await newLearner(institute);
  setDay("2026-11-15");
  const { saleId: another } = await newMandate(institute, second);
  const trainer = await newStaff(institute, ["trainer"]);
  await expect(trainer.plan.stopAutomatic({ saleId: another })).rejects.toMatchObject({ code: "NOT_ALLOWED" });
  const desk = await newStaff(institute, ["front desk"]);
  const stopped = await desk.plan.stopAutomatic({ saleId: another });
  expect(stopped.automatic).toMatchObject({ state: "ended", why: expect.stringMatching(/^Stopped by /) });
  await expect(desk.plan.stopAutomatic({ saleId: another })).rejects.toMatchObject({ code: "UNKNOWN_MANDATE" });
});

test("without the setting nothing is offered, begun or taken, and the payer is reminded as usual", async () => {
  await allow(false);
  const me = await newLearner(institute);
  const { tokens } = await newPlan(institute, me);
  expect((await visitor().due.read({ token: tokens[0] })).automatic).toBeNull();
  const order = { amount: partInPaise, dueToken: tokens[0], automatic: true };
  await expect(visitor().payment.order(order)).rejects.toMatchObject({ code: "NOT_AUTOMATIC" });
  await allow(true);
  const second = await newLearner(institute);
  const { readDues } = await newMandate(institute, second);
  await runOn("2026-12-13");
  await allow(false);
  expect(await runOn("2026-12-15")).toContain("Python: ₹4,333 is due on 15 Dec 2026");
  expect((await readDues())[1]?.state).toBe("open");
});

test("a second payer who ticks it pays the part, and the later parts stay with the first", async () => {
  const me = await newLearner(institute);
  const { saleId, tokens } = await newPlan(institute, me);
  const orders = [];
  for (const [n, token] of tokens.slice(0, 2).entries()) {
    const { order_id } = await visitor().payment.order({ amount: partInPaise, dueToken: token, automatic: true });
    orders.push({ n, order_id });
  }
  for (const { order_id } of orders) await payAtGateway(institute, order_id);
  await settle(institute);
  await settle(institute);
  expect((await statesOf(saleId)).sort()).toEqual(["active", "ended"]);
});

test("a deleted account ends it, also at the provider", async () => {
  const me = await newLearner(institute);
  const { saleId } = await newMandate(institute, me);
  await db.execute(sql`update sale set learner_id = null where id = ${saleId}`);
  await runOn("2026-11-16");
  expect(await statesOf(saleId)).toEqual(["ended"]);
  expect(await atProvider(saleId)).toBe("cancelled");
});

test("a course that goes back ends it in the same transaction", async () => {
  const me = await newLearner(institute);
  const { saleId, readDues } = await newMandate(institute, me);
  await runOn("2026-12-13");
  const [agreed] = await db.select().from(sale).where(eq(sale.id, saleId));
  await db.transaction((tx) =>
    endPurchase(tx, { purchaseId: agreed?.purchaseId ?? "", state: "refunded", now: deps.clock.now() }),
  );
  expect(await statesOf(saleId)).toEqual(["ended"]);
  const charges = await listCharges((await readDues())[1]?.id ?? "");
  expect(charges.map(({ state }) => state)).toEqual(["dropped"]);
  await settle(institute);
  expect(await atProvider(saleId)).toBe("cancelled");
});

test("who ticked it and pays after it ended pays this part only", async () => {
  const me = await newLearner(institute);
  const { saleId, tokens, readDues } = await newPlan(institute, me);
  const { order_id } = await visitor().payment.order({ amount: partInPaise, dueToken: tokens[0], automatic: true });
  await runOn("2026-11-25");
  expect(await statesOf(saleId)).toEqual(["ended"]);
  await payAtGateway(institute, order_id);
  await settle(institute);
  await settle(institute);
  expect((await readDues())[0]?.state).toBe("paid");
  expect(await atProvider(saleId)).toBe("cancelled");
});
