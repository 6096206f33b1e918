import { randomUUID } from "node:crypto";
import { splitIntoDues } from "@shoreline/domain/instalments";
import { isCurrent } from "@shoreline/domain/purchase";
import { eq, isNull, sql } from "drizzle-orm";
import fc from "fast-check";
import { expect, test } from "vitest";
import { due, sale } from "../../db/tables/due.ts";
import { invoice, purchase } from "../../db/tables/enrolment.ts";
import { payment, paymentFlag, paymentOrder } from "../../db/tables/payment.ts";
import { creditNote, dispute, refund } from "../../db/tables/refund.ts";
import { cashDrawer, cashMove, receipt } from "../../db/tables/sale.ts";
import { listPayments, saveEntity } from "../../gateway/records.ts";
import { releaseJobs } from "../../jobs/presence.ts";
import { queueCrashes, simulateCrashes } from "../../test/crashes.ts";
import { byUpi, deskName, inCash, saleForm } from "../../test/desk.ts";
import { testDay } from "../../test/global-setup.ts";
import { testInstitute } from "../../test/institute.ts";
import { newLearner, newNumber } from "../../test/learner.ts";
import { deliverWebhook, orderCourse, payAtGateway } from "../../test/paying.ts";
import { inDashboard } from "../../test/refunding.ts";
import { newStaff } from "../../test/staff.ts";
import { transferForm } from "../../test/transferring.ts";
import { reconcile } from "../payment/settle.ts";
import { reconcileAll } from "../refund/report.ts";

const crashPoints = {
  purchase: /^(insert into|update) "purchase"/,
  document: /^(insert into|update) "(invoice|credit_note|receipt|document_counter|invoice_counter)"/,
  payment: /^(insert into|update) "(payment|payment_order)"/,
  sale: /^(insert into|update) "(sale|due|cash_move)"/,
  refund: /^(insert into|update) "refund"/,
  event: /^insert into "(webhook_event|payment_flag)"/,
  ...queueCrashes,
};
type CrashPoint = keyof typeof crashPoints;
const ours = /"(purchase|invoice|payment|payment_order|webhook_event|sale|due|refund|credit_note|receipt|cash_move)"/;
const crashing = simulateCrashes(crashPoints, ours);

const institute = await testInstitute();
const { db } = institute;

const any = fc.nat(1000);
const crash = fc.record({
  do: fc.constant("crash" as const),
  at: fc.constantFrom(...(Object.keys(crashPoints) as CrashPoint[])),
  after: fc.integer({ min: 0, max: 1 }),
});
const transfer = fc.record({
  do: fc.constant("transfer" as const),
  which: any,
  courseId: fc.constantFrom("python", "java", "sql"),
  parts: fc.integer({ min: 1, max: 2 }),
});
/** What can happen to an institute's money. `which` picks one of the orders, dues, refunds or tasks that there are. */
const step = fc.oneof(
  fc.record({ do: fc.constant("buy" as const) }),
  fc.record({
    do: fc.constant("sell" as const),
    parts: fc.integer({ min: 1, max: 3 }),
    how: fc.constantFrom("cash", "upi", "later"),
  }),
  fc.record({ do: fc.constant("take" as const), which: any, isCash: fc.boolean() }),
  fc.record({ do: fc.constant("link" as const), which: any }),
  fc.record({ do: fc.constant("payAgain" as const), which: any }),
  fc.record({
    do: fc.constant("refund" as const),
    which: any,
    share: fc.constantFrom(0.3, 1),
    endsAccess: fc.boolean(),
  }),
  fc.record({
    do: fc.constant("refund" as const),
    which: any,
    share: fc.constantFrom(0.3, 1),
    endsAccess: fc.boolean(),
  }),
  fc.record({ do: fc.constant("give" as const), which: any }),
  fc.record({ do: fc.constant("dashboard" as const), which: any, share: fc.constantFrom(0.5, 1) }),
  fc.record({ do: fc.constant("dispute" as const), which: any }),
  fc.record({
    ...{ do: fc.constant("settleDispute" as const), which: any, endsAccess: fc.boolean() },
    decision: fc.constantFrom("given up" as const, "still owed" as const),
  }),
  fc.record({ do: fc.constant("settleFlag" as const), which: any, decision: fc.constantFrom("refund", "attach") }),
  transfer,
  transfer,
  transfer,
  fc.record({ do: fc.constant("webhooks" as const) }),
  fc.record({ do: fc.constant("jobs" as const) }),
  fc.record({ do: fc.constant("reconcile" as const) }),
  crash,
  crash,
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;
const history = fc.array(fc.tuple(step, fc.boolean()), { minLength: 6, maxLength: 22 });

/** `MONEY_RUNS=1000` tries that many new histories; `MONEY_SEED=…` repeats the histories of a run. */
const runs = Number(process.env.MONEY_RUNS ?? 12);
const seed = Number(process.env.MONEY_SEED ?? (process.env.MONEY_RUNS ? Date.now() % 2 ** 31 : 20_261_117));
const maxMs = 180_000 + runs * 5000;

async function runJobs(): Promise<void> {
  await releaseJobs(institute.pool, { isAlone: true });
  await institute.runJobs();
}

/** Signs in again, because money that goes back needs a fresh proof. */
const asOwner = () => newStaff(institute, ["owner"]);
const pick = <Item>(items: Item[], which: number): Item | undefined => items[which % Math.max(1, items.length)];

let repeats = 0;
const disputed = new Set<string>();

async function run(one: Step): Promise<unknown> {
  switch (one.do) {
    case "buy": {
      const { order_id } = await orderCourse(await newLearner(institute));
      return payAtGateway(institute, order_id);
    }
    case "sell": {
      const owner = await asOwner();
      const form = await saleForm(owner, { mobileNumber: newNumber() });
      const price = form.expectedPriceInPaise;
      const days = ["2026-12-20", "2027-01-20"];
      const [first] = form.dues;
      const dues = splitIntoDues(price, one.parts).map((amountInPaise, n) => ({
        ...{ amountInPaise, dueOn: n === 0 ? (first?.dueOn ?? "") : (days[n - 1] ?? "") },
      }));
      const paid = one.how === "cash" ? inCash : one.how === "upi" ? byUpi : null;
      const sent = { ...form, dues, payment: paid };
      // Who is not sure whether it arrived sends it again.
      await owner.sale.make(sent).catch(() => {});
      return owner.sale.make(sent);
    }
    case "take": {
      const found = pick(await db.select().from(due).where(eq(due.state, "open")), one.which);
      if (!found) return;
      const owner = await asOwner();
      const sent = { dueId: found.id, payment: one.isCash ? inCash : byUpi, attemptId: randomUUID() };
      await owner.sale.take(sent).catch(() => {});
      return owner.sale.take(sent);
    }
    case "link": {
      const found = pick(await db.select().from(due).where(eq(due.state, "open")), one.which);
      if (!found) return;
      const { order_id } = await institute
        .visitor()
        .payment.order({ amount: found.amountInPaise, dueToken: found.linkToken });
      return payAtGateway(institute, order_id);
    }
    case "payAgain": {
      const online = (await db.select().from(paymentOrder)).filter(({ channel }) => channel !== "desk");
      const [paid] = await listPayments(db, pick(online, one.which)?.providerOrderId ?? "");
      if (paid?.status !== "captured") return;
      const again = { ...paid, id: `${paid.id}again${++repeats}`, amount_refunded: 0, refund_status: null };
      await saveEntity(db, again);
      const deliver = () => deliverWebhook(institute, again.order_id, { ...again, eventId: again.id });
      deliveries.push(deliver);
      return deliver();
    }
    case "refund": {
      const paid = pick(await db.select().from(payment), one.which);
      if (!paid?.capturedAt) return;
      const amountInPaise = Math.floor(paid.amountInPaise * one.share);
      const way = paid.providerPaymentId.startsWith("desk:") ? ("cash" as const) : ("source" as const);
      const asked = {
        ...{ orderId: paid.orderId, providerPaymentId: paid.providerPaymentId, amountInPaise, way },
        ...{ reason: "Moved to Chennai", endsAccess: one.endsAccess, attemptId: randomUUID() },
      };
      const owner = await asOwner();
      await owner.refund.ask(asked).catch(() => {});
      return owner.refund.ask(asked);
    }
    case "give": {
      const waiting = (await db.select().from(refund)).filter(
        ({ state, way }) => state === "approved" && way !== "source",
      );
      const found = pick(waiting, one.which);
      if (!found) return;
      return (await asOwner()).refund.give({ refundId: found.id, version: found.version });
    }
    case "dashboard": {
      const online = (await db.select().from(payment)).filter(({ providerPaymentId }) =>
        providerPaymentId.startsWith("pay_"),
      );
      const paid = pick(online, one.which);
      // The provider refunds nothing that the bank has taken.
      if (!paid || disputed.has(paid.providerPaymentId)) return;
      const amount = Math.floor(paid.amountInPaise * one.share);
      return inDashboard(institute, `payments/${paid.providerPaymentId}/refund`, { amount });
    }
    case "dispute": {
      const online = (await db.select().from(payment)).filter(({ providerPaymentId }) =>
        providerPaymentId.startsWith("pay_"),
      );
      const paid = pick(online, one.which);
      const [order] = paid ? await db.select().from(paymentOrder).where(eq(paymentOrder.id, paid.orderId)) : [];
      const entities = order ? await listPayments(db, order.providerOrderId) : [];
      const entity = entities.find(({ id }) => id === paid?.providerPaymentId);
      // What goes back already is not disputed.
      if (!entity || Number(entity.amount_refunded) > 0 || disputed.has(entity.id)) return;
      disputed.add(entity.id);
      const { id } = await inDashboard(institute, `payments/${entity.id}/dispute`, { reason: "fraudulent" });
      return inDashboard(institute, `disputes/${id}`, { status: "lost" });
    }
    case "settleDispute": {
      const lost = (await db.select().from(dispute)).filter(({ state, decision }) => state === "lost" && !decision);
      const found = pick(lost, one.which);
      if (!found) return;
      const given = { decision: one.decision, endsAccess: one.endsAccess, note: "As the bank says" };
      const owner = await asOwner();
      await owner.refund.settleDispute({ disputeId: found.providerDisputeId, ...given }).catch(() => {});
      return owner.refund.settleDispute({ disputeId: found.providerDisputeId, ...given });
    }
    case "settleFlag": {
      const flag = pick(await db.select().from(paymentFlag).where(eq(paymentFlag.isSettled, false)), one.which);
      const [paid] = flag
        ? await db.select().from(payment).where(eq(payment.providerPaymentId, flag.providerPaymentId))
        : [];
      if (!flag || !paid) return;
      const owner = await asOwner();
      if (one.decision === "attach") {
        const { mobileNumber: number } = await (await newLearner(institute)).account.read({});
        return owner.refund.settle({
          flagId: flag.id,
          decision: "attach",
          note: "Said so",
          number,
          courseId: "python",
        });
      }
      return owner.refund.ask({
        ...{ orderId: paid.orderId, providerPaymentId: paid.providerPaymentId, amountInPaise: paid.amountInPaise },
        ...{ way: "source", reason: "Paid twice", endsAccess: false, flagId: flag.id, attemptId: randomUUID() },
      });
    }
    case "transfer": {
      const current = (await db.select().from(purchase)).filter(({ state }) => isCurrent(state));
      const found = pick(current, one.which);
      if (!found) return;
      const owner = await asOwner();
      const form = await transferForm(owner, { purchaseId: found.id, courseId: one.courseId });
      const [rest] = form.dues;
      const dues = rest
        ? splitIntoDues(rest.amountInPaise, one.parts).map((amountInPaise, n) => ({
            ...{ amountInPaise, dueOn: n === 0 ? rest.dueOn : "2026-12-20" },
          }))
        : [];
      await owner.transfer.course({ ...form, dues }).catch(() => {});
      return owner.transfer.course({ ...form, dues });
    }
    case "webhooks":
      await institute.gateway.settled();
      return institute.gateway.deliverDue(institute.deps.clock.now());
    case "jobs":
      return runJobs();
    case "reconcile":
      await reconcile(institute.deps);
      return reconcileAll(institute.deps);
    case "crash":
      return crashing.plan(one);
  }
}

/** Days pass: webhooks arrive, the provider is asked, jobs run. Nothing crashes after the first day. */
const deliveries: (() => Promise<unknown>)[] = [];

async function comeToRest(): Promise<void> {
  for (let n = 1; n <= 4; n++) {
    institute.setNow(new Date(testDay.getTime() + n * 3 * 86_400_000));
    await institute.gateway.settled();
    await institute.gateway.deliverDue(institute.deps.clock.now());
    await reconcile(institute.deps).catch(() => {});
    await reconcileAll(institute.deps).catch(() => {});
    await db.execute("update graphile_worker._private_jobs set run_at = now()");
    await runJobs().catch(() => {});
    if (n === 1) crashing.stop();
    // The provider sends a webhook again when its answer was lost in a crash.
    if (n === 1) for (const deliver of deliveries.splice(0)) await deliver();
  }
  institute.setNow(testDay);
}

const add = (amounts: number[]) => amounts.reduce((sum, one) => sum + one, 0);

async function readAll() {
  const [payments, orders, invoices, notes, refunds, flags, purchases, sales, dues, receipts, moves] =
    await Promise.all([
      ...[db.select().from(payment), db.select().from(paymentOrder), db.select().from(invoice)],
      ...[db.select().from(creditNote), db.select().from(refund), db.select().from(paymentFlag)],
      ...[db.select().from(purchase), db.select().from(sale), db.select().from(due)],
      ...[db.select().from(receipt), db.select().from(cashMove)],
    ] as const);
  const captured = payments.filter(({ capturedAt }) => capturedAt);
  return { captured, orders, invoices, notes, refunds, flags, purchases, sales, dues, receipts, moves };
}
type House = Awaited<ReturnType<typeof readAll>>;

/**
 * Money in = invoices − credit notes + what waits for a decision, for each payment and so for all of them. A payment that was
 * carried over has an invoice for each course; only that of its order now is not taken back.
 */
function expectBalanced({ captured, invoices, notes, refunds, flags, orders }: House): void {
  let unsettled = 0;
  for (const { providerPaymentId, amountInPaise, orderId } of captured) {
    const back = add(
      refunds
        .filter((one) => one.providerPaymentId === providerPaymentId && one.state === "done")
        .map((one) => one.amountInPaise),
    );
    const own = invoices.filter(
      ({ content }) => (content.payment as { reference: string }).reference === providerPaymentId,
    );
    if (own.length > 0) {
      const netOf = ({ id, totalInPaise }: (typeof own)[number]) =>
        (totalInPaise ?? 0) -
        add(notes.filter(({ invoiceId }) => invoiceId === id).map((one) => one.totalInPaise ?? 0));
      const [first] = own.sort((one, other) => one.serial - other.serial);
      expect(first?.totalInPaise, `the first invoice over ${providerPaymentId}`).toBe(amountInPaise);
      expect(add(own.map(netOf)), `invoices and credit notes of ${providerPaymentId}`).toBe(amountInPaise - back);
      const others = own.filter((one) => one.orderId !== orderId);
      expect(others.length, `${providerPaymentId} has one invoice, and one for each transfer`).toBe(own.length - 1);
      expect(others.map(netOf), `${providerPaymentId} counts for one course`).toEqual(others.map(() => 0));
      expect(back).toBeLessThanOrEqual(amountInPaise);
      continue;
    }
    const left = amountInPaise - back;
    unsettled += left;
    if (left === 0) continue;
    const isPromised = refunds.some(
      (one) =>
        one.providerPaymentId === providerPaymentId && ["asked", "approved", "sent", "failed"].includes(one.state),
    );
    const isFlagged = flags.some((one) => one.providerPaymentId === providerPaymentId && !one.isSettled);
    const order = orders.find(({ id }) => id === orderId);
    expect(isPromised || isFlagged, `${providerPaymentId} of an order that is ${order?.state} is somebody's task`).toBe(
      true,
    );
  }
  const moneyIn =
    add(captured.map((one) => one.amountInPaise)) -
    add(refunds.filter(({ state }) => state === "done").map((one) => one.amountInPaise));
  const booked = add(invoices.map((one) => one.totalInPaise ?? 0)) - add(notes.map((one) => one.totalInPaise ?? 0));
  expect(moneyIn).toBe(booked + unsettled);
}

/** What was carried over: papers that moved no money meet, and each purchase that ended so has one that took its place. */
function expectTransfersMeet({ purchases, invoices, notes }: House): void {
  const carried = invoices.filter(({ content }) => (content.payment as { method: string }).method === "Carried over");
  const takenBack = notes.filter(({ refundId }) => refundId === null);
  expect(add(carried.map((one) => one.totalInPaise ?? 0))).toBe(add(takenBack.map((one) => one.totalInPaise ?? 0)));
  expect(takenBack).toHaveLength(carried.length);
  for (const { state, transferredTo } of purchases)
    expect(purchases.some(({ id }) => id === transferredTo)).toBe(state === "transferred");
}

/** Nobody has a course without money, or somebody's decision to let them keep it. */
function expectPaidAccess({ purchases, invoices, notes, refunds }: House): void {
  for (const bought of purchases.filter(({ state }) => isCurrent(state))) {
    const own = invoices.filter(({ purchaseId }) => purchaseId === bought.id);
    const left =
      add(own.map((one) => one.totalInPaise ?? 0)) -
      add(notes.filter((note) => own.some(({ id }) => id === note.invoiceId)).map((one) => one.totalInPaise ?? 0));
    const isKept = refunds.some((one) => one.purchaseId === bought.id && one.state === "done" && !one.endsAccess);
    expect(left > 0 || isKept, `purchase ${bought.id}`).toBe(true);
  }
}

/** What was agreed is in the dues, unless the course has ended. */
function expectWholePlans({ sales, dues, purchases }: House): void {
  for (const agreed of sales) {
    const bought = purchases.find(({ id }) => id === agreed.purchaseId);
    if (agreed.state === "withdrawn" || (bought && !isCurrent(bought.state))) continue;
    const own = dues.filter(({ saleId, state }) => saleId === agreed.id && state !== "cancelled");
    expect(add(own.map((one) => one.amountInPaise))).toBe(agreed.listPriceInPaise - agreed.discountInPaise);
  }
}

function expectNoGaps(numbers: number[]): void {
  expect(numbers.sort((one, other) => one - other)).toEqual(numbers.map((_, n) => n + 1));
}

const serialOf = (number: string) => Number(/(\d+)$/.exec(number)?.[1]);

/** What would be different if something were done twice. */
const countsOf = (house: House) => Object.fromEntries(Object.entries(house).map(([name, rows]) => [name, rows.length]));

test(
  "in any history, what came in is invoiced, given back or somebody's task, and no number is missing",
  async () => {
    const owner = await asOwner();
    await owner.sale.openDrawer({ desk: deskName, countedInPaise: 0 });
    const [drawer] = await db.select().from(cashDrawer).where(isNull(cashDrawer.closedAt));
    let histories = 0;
    await fc.assert(
      fc.asyncProperty(history, async (steps) => {
        let waiting: Promise<unknown>[] = [];
        for (const [one, isAlongside] of steps) {
          const work = run(one).catch(() => {});
          if (isAlongside) waiting.push(work);
          else {
            await Promise.all([...waiting, work]);
            waiting = [];
          }
        }
        await Promise.all(waiting);
        await comeToRest();
        const house = await readAll();
        expectBalanced(house);
        expectTransfersMeet(house);
        expectPaidAccess(house);
        expectWholePlans(house);
        expectNoGaps(house.invoices.map(({ serial }) => serial));
        expectNoGaps(house.notes.map(({ serial }) => serial));
        expectNoGaps(house.receipts.map(({ number }) => serialOf(number)));
        const cash = (state: boolean) =>
          state
            ? add(house.captured.filter(({ method }) => method === "cash").map((one) => one.amountInPaise))
            : add(
                house.refunds
                  .filter(({ way, state: is }) => way === "cash" && is === "done")
                  .map((one) => one.amountInPaise),
              );
        const moved = add(
          house.moves.filter(({ drawerId }) => drawerId === drawer?.id).map((one) => one.amountInPaise),
        );
        expect(moved).toBe(cash(true) - cash(false));
        await comeToRest();
        expect(countsOf(await readAll())).toEqual(countsOf(house));
        histories++;
      }),
      {
        seed,
        numRuns: runs,
        interruptAfterTimeLimit: maxMs - 30_000,
        markInterruptAsFailure: true,
        endOnFailure: true,
      },
    );
    const { crashes, planned } = crashing.counts();
    const { rows } = await db.execute(sql`select (select count(*)::int from invoice) as invoices,
      (select count(*)::int from credit_note) as "creditNotes", (select count(*)::int from receipt) as receipts,
      (select count(*)::int from payment_flag) as flags,
      (select count(*)::int from purchase where state = 'transferred') as transfers`);
    console.info(
      `seed ${seed}: ${histories} histories; ${crashes} of ${planned} planned crashes; ${JSON.stringify(rows[0])}`,
    );
    expect(histories).toBeGreaterThanOrEqual(runs);
    expect(crashes).toBeGreaterThan(runs / 2);
    const month = await (await asOwner()).books.month({ month: testDay.toISOString().slice(0, 7) });
    expect(month.invoices.documents + month.creditNotes.documents).toBeGreaterThan(runs);
  },
  maxMs,
);
