import { eq } from "drizzle-orm";
import fc from "fast-check";
import { expect, test } from "vitest";
import { learner } from "../../db/tables/account.ts";
import { couponUse } from "../../db/tables/coupon.ts";
import { invoice, invoiceCounter, purchase } from "../../db/tables/enrolment.ts";
import { payment, paymentFlag, paymentOrder } from "../../db/tables/payment.ts";
import { listPayments, type Payment, saveEntity } from "../../gateway/records.ts";
import { releaseJobs } from "../../jobs/presence.ts";
import { newCoupon } from "../../test/coupons.ts";
import { queueCrashes, simulateCrashes } from "../../test/crashes.ts";
import { testDay } from "../../test/global-setup.ts";
import { testInstitute } from "../../test/institute.ts";
import { newLearner } from "../../test/learner.ts";
import { deliverWebhook, orderCourse, type Proof, payAtGateway } from "../../test/paying.ts";
import { reconcile } from "../payment/settle.ts";

/** The statements at which a simulated crash can happen. */
const crashPoints = {
  purchase: /^(insert into|update) "purchase"/,
  invoice: /^(insert into|update) "invoice/,
  payment: /^(insert into|update) "payment"/,
  order: /^(insert into|update) "payment_order"/,
  coupon: /^\s*(insert into|delete from) "coupon_use"/,
  event: /^insert into "(webhook_event|payment_flag)"/,
  ...queueCrashes,
};
type CrashPoint = keyof typeof crashPoints;
const crashing = simulateCrashes(crashPoints, /"(purchase|invoice|payment|payment_order|webhook_event)"/);

const institute = await testInstitute();
const courseId = "sql";
const { code: couponCode } = await newCoupon(institute, { endsAt: null, usesPerPerson: 1 });
const orderWithCode = (who: Awaited<ReturnType<typeof newLearner>>) =>
  who.payment.order({ amount: 539_910, courseId, couponCode, batchTime: "1-2", batchType: "week-end" });

const crash = fc.record({
  do: fc.constant("crash" as const),
  at: fc.constantFrom(...(Object.keys(crashPoints) as CrashPoint[])),
  after: fc.integer({ min: 0, max: 1 }),
});

const pay = fc.record({
  do: fc.constant("pay" as const),
  outcome: fc.constantFrom("captured", "captured", "captured", "authorized", "payment_failed"),
});

/** What can happen between the order and the course, in any order or at the same time. */
const step = fc.oneof(
  fc.record({ do: fc.constant("order" as const), hasCode: fc.boolean() }),
  pay,
  pay,
  fc.record({ do: fc.constant("confirm" as const), isForged: fc.boolean() }),
  fc.record({ do: fc.constant("webhooks" as const) }),
  fc.record({ do: fc.constant("forge" as const) }),
  fc.record({ do: fc.constant("jobs" as const) }),
  fc.record({ do: fc.constant("reconcile" as const) }),
  fc.record({ do: fc.constant("wait" as const) }),
  // The provider wrongly captures the money a second time.
  fc.record({ do: fc.constant("payAgain" as const) }),
  // The process crashes at one of the next writes of this kind. It is listed twice, since many plans never meet a write.
  crash,
  crash,
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;
const history = fc
  .array(fc.tuple(step, fc.boolean()), { minLength: 3, maxLength: 14 })
  .map((steps): [Step, boolean][] => [[{ do: "order", hasCode: steps.length % 2 === 0 }, false], ...steps]);
const faults = fc.record({
  late: fc.constant(0),
  twice: fc.boolean(),
  reordered: fc.boolean(),
  dropped: fc.boolean(),
});

/** `MONEY_RUNS=2000` tries that many new histories; `MONEY_SEED=…` repeats the histories of a run. */
const runs = Number(process.env.MONEY_RUNS ?? 25);
const seed = Number(process.env.MONEY_SEED ?? (process.env.MONEY_RUNS ? Date.now() % 2 ** 31 : 20_261_115));
const maxMs = 180_000 + runs * 3000;

/** Runs the jobs as a restarted process does: it releases those of the crashed one first. */
async function runJobs(): Promise<void> {
  await releaseJobs(institute.pool, { isAlone: true });
  await institute.runJobs();
}

test(
  "in any order of events, a learner who paid has one course, one invoice and one confirmation; others have none",
  async () => {
    let buyer = 0;
    let repeats = 0;
    let histories = 0;
    await fc.assert(
      fc.asyncProperty(history, faults, async (steps, deliveryFaults) => {
        institute.mails.length = 0;
        institute.gateway.setDeliveryFaults(deliveryFaults);
        const email = `buyer${++buyer}@example.com`;
        const me = await newLearner(institute, { email });
        const { _id: learnerId } = await me.account.read({});
        const orders: string[] = [];
        const proofs: Proof[] = [];
        let minutes = 0;
        let waiting: Promise<unknown>[] = [];

        const undelivered: Payment[] = [];
        // The provider repeats a webhook until it gets an answer.
        const deliverAgain = async () => {
          for (const again of [...undelivered])
            if ((await deliverWebhook(institute, again.order_id, { ...again, eventId: again.id })) === 200)
              undelivered.splice(undelivered.indexOf(again), 1);
        };

        const run = async (one: Step): Promise<unknown> => {
          switch (one.do) {
            case "order":
              return orders.push((await (one.hasCode ? orderWithCode(me) : orderCourse(me))).order_id);
            case "pay": {
              const orderId = orders.at(-1);
              if (!orderId) return;
              const proof = await payAtGateway(institute, orderId, { outcome: one.outcome });
              return proof.razorpay_signature ? proofs.push(proof) : undefined;
            }
            case "confirm": {
              const proof = proofs.at(-1);
              if (!proof) return;
              const signature = one.isForged ? "0".repeat(64) : proof.razorpay_signature;
              return me.enrolment.buy({ courseId, ...proof, razorpay_signature: signature });
            }
            case "webhooks":
              await institute.gateway.settled();
              return institute.gateway.deliverDue(institute.deps.clock.now());
            case "forge": {
              const entity = {
                id: "pay_forged00000",
                order_id: orders.at(-1) ?? "order_x",
                status: "captured",
                amount: 599900,
                currency: "INR",
                method: "upi",
              };
              const body = JSON.stringify({ event: "payment.captured", payload: { payment: { entity } } });
              const headers = { "content-type": "application/json", "x-razorpay-signature": "a".repeat(64) };
              return institute.visitor().request("/api/payment/webhook", { method: "POST", body, headers });
            }
            case "payAgain": {
              const [paid] = await listPayments(institute.db, orders.at(-1) ?? "");
              if (paid?.status !== "captured") return;
              const again = { ...paid, id: `${paid.id}again${++repeats}` };
              await saveEntity(institute.db, again);
              undelivered.push(again);
              return deliverAgain();
            }
            case "jobs":
              return runJobs();
            case "reconcile":
              return reconcile(institute.deps);
            case "wait":
              minutes += 12;
              return institute.setNow(new Date(testDay.getTime() + minutes * 60_000));
            case "crash":
              return crashing.plan(one);
          }
        };

        for (const [one, isAlongside] of steps) {
          const work = run(one).catch(() => {});
          if (isAlongside) waiting.push(work);
          else {
            await Promise.all([...waiting, work]);
            waiting = [];
          }
        }
        await Promise.all(waiting);

        // Days pass: webhooks that were not dropped arrive, orders are reconciled, jobs run.
        for (let n = 0; n < 4; n++) {
          minutes += 60 * 24 * 3;
          institute.setNow(new Date(testDay.getTime() + minutes * 60_000));
          await institute.gateway.settled();
          await institute.gateway.deliverDue(institute.deps.clock.now());
          await deliverAgain();
          await reconcile(institute.deps).catch(() => {});
          await institute.db.execute("update graphile_worker._private_jobs set run_at = now()");
          await runJobs().catch(() => {});
          // Planned crashes can still happen on the first day, but not later.
          if (n === 0) crashing.stop();
        }
        institute.setNow(testDay);

        const mine = await institute.db.select().from(paymentOrder).where(eq(paymentOrder.learnerId, learnerId));
        const captured = (await institute.db.select().from(payment)).filter(
          ({ orderId, capturedAt }) => capturedAt && mine.some(({ id }) => id === orderId),
        );
        const paidAtProvider = (await Promise.all(orders.map((id) => institute.deps.payments.paymentsOf(id))))
          .flat()
          .filter(({ status }) => status === "captured");
        const paidIds = new Set(paidAtProvider.map(({ id }) => id));
        const bought = await institute.db.select().from(purchase).where(eq(purchase.learnerId, learnerId));
        const invoices = await institute.db.select().from(invoice).where(eq(invoice.learnerId, learnerId));
        // A mail that is sent again after a crash has the same id, so a mailbox shows it once.
        const mails = [...new Map(institute.mails.map((mail) => [mail.messageId, mail])).values()];
        const confirmations = mails.filter(({ to, subject }) => to === email && subject.includes("confirmed"));
        const flags = (await institute.db.select().from(paymentFlag)).filter(({ orderId }) =>
          mine.some(({ id }) => id === orderId),
        );

        const expected = paidIds.size > 0 ? 1 : 0;
        expect({ bought: bought.length, invoices: invoices.length, confirmations: confirmations.length }).toEqual({
          bought: expected,
          invoices: expected,
          confirmations: expected,
        });
        const uses = await institute.db.select().from(couponUse).where(eq(couponUse.learnerId, learnerId));
        // A code is used by the order that bought the course, and by no other.
        expect(uses.flatMap(({ orderId, heldUntil }) => (heldUntil ? [] : [orderId]))).toEqual(
          mine.flatMap(({ id, state, details }) => (state === "spent" && details.couponId ? [id] : [])),
        );
        // Every payment either bought the course or is flagged for staff.
        expect(captured.length).toBe(paidIds.size);
        expect(mine.filter(({ state }) => state === "spent").length).toBe(expected);
        expect(mine.filter(({ state }) => state === "paid")).toEqual([]);
        expect(flags.length).toBe(Math.max(0, paidIds.size - 1));
        const decisions = mails.filter(({ subject }) => subject === "A payment needs your decision");
        expect(decisions.length).toBe(flags.length);
        histories++;
      }),
      // A run that is cut short fails, because it has not tried all histories.
      {
        seed,
        numRuns: runs,
        interruptAfterTimeLimit: maxMs - 30_000,
        markInterruptAsFailure: true,
        endOnFailure: true,
      },
    );
    const { crashes, planned } = crashing.counts();
    console.info(
      `seed ${seed}: ${histories} histories; ${crashes} of ${planned} planned crashes: ${JSON.stringify(crashing.happened)}`,
    );
    expect(histories).toBeGreaterThanOrEqual(runs);
    // Without enough crashes the test would prove little.
    expect(crashes).toBeGreaterThan(runs / 4);

    const years = await institute.db.select().from(invoiceCounter);
    for (const { financialYear, last } of years) {
      const issued = await institute.db.select().from(invoice).where(eq(invoice.financialYear, financialYear));
      expect(issued.map(({ serial }) => serial).sort((a, b) => a - b)).toEqual(
        Array.from({ length: last }, (_, n) => n + 1),
      );
    }
    expect(await institute.db.$count(learner)).toBe(buyer);
  },
  maxMs,
);
