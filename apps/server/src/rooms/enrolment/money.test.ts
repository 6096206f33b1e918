import { eq } from "drizzle-orm";
import fc from "fast-check";
import { expect, test } from "vitest";
import { learner } from "../../db/tables/account.ts";
import { invoice, invoiceCounter, purchase } from "../../db/tables/enrolment.ts";
import { payment, paymentFlag, paymentOrder } from "../../db/tables/payment.ts";
import { testDay } from "../../test/global-setup.ts";
import { testInstitute } from "../../test/institute.ts";
import { newLearner } from "../../test/learner.ts";
import { orderCourse, type Proof, payAtGateway } from "../../test/paying.ts";
import { reconcile } from "../payment/settle.ts";

const institute = await testInstitute();
const courseId = "sql";

/** What can happen between a click and a course, in any order, at the same time, or never. */
const step = fc.oneof(
  fc.record({ do: fc.constant("order" as const) }),
  fc.record({
    do: fc.constant("pay" as const),
    outcome: fc.constantFrom("captured", "captured", "captured", "authorized", "payment_failed"),
  }),
  fc.record({ do: fc.constant("confirm" as const), isForged: fc.boolean() }),
  fc.record({ do: fc.constant("webhooks" as const) }),
  fc.record({ do: fc.constant("forge" as const) }),
  fc.record({ do: fc.constant("jobs" as const) }),
  fc.record({ do: fc.constant("reconcile" as const) }),
  fc.record({ do: fc.constant("wait" as const) }),
  // The next write to the database that matters fails, as if the process had died there.
  fc.record({ do: fc.constant("crash" as const), after: fc.integer({ min: 0, max: 12 }) }),
);
type Step = (typeof step extends fc.Arbitrary<infer S> ? S : never) & { alongside?: boolean };
const history = fc.array(fc.tuple(step, fc.boolean()), { minLength: 3, maxLength: 14 });
const mood = fc.record({
  late: fc.constant(0),
  twice: fc.boolean(),
  reordered: fc.boolean(),
  dropped: fc.boolean(),
});

test("whatever the order of events, whoever paid has one course, one invoice, one confirmation, and nobody else any", async () => {
  let buyer = 0;
  await fc.assert(
    fc.asyncProperty(history, mood, async (steps, how) => {
      institute.mails.length = 0;
      institute.gateway.setMood(how);
      const email = `buyer${++buyer}@example.com`;
      const me = await newLearner(institute, { email });
      const { _id: learnerId } = await me.account.read({});
      const orders: string[] = [];
      const proofs: Proof[] = [];
      let minutes = 0;
      let waiting: Promise<unknown>[] = [];

      const run = async (one: Step): Promise<unknown> => {
        switch (one.do) {
          case "order":
            return orders.push((await orderCourse(me)).order_id);
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
          case "jobs":
            return institute.runJobs();
          case "reconcile":
            return reconcile(institute.deps);
          case "wait":
            minutes += 12;
            return institute.setNow(new Date(testDay.getTime() + minutes * 60_000));
          case "crash":
            return crashOnce(one.after);
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
      heal();

      // Days pass; webhooks that were not dropped arrive, orders are asked about, jobs run.
      for (let n = 0; n < 4; n++) {
        minutes += 60 * 24 * 3;
        institute.setNow(new Date(testDay.getTime() + minutes * 60_000));
        await institute.gateway.settled();
        await institute.gateway.deliverDue(institute.deps.clock.now());
        await reconcile(institute.deps);
        await institute.db.execute("update graphile_worker._private_jobs set run_at = now()");
        await institute.runJobs();
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
      const confirmations = institute.mails.filter(({ to, subject }) => to === email && subject.includes("confirmed"));
      const flags = (await institute.db.select().from(paymentFlag)).filter(({ orderId }) =>
        mine.some(({ id }) => id === orderId),
      );

      const expected = paidIds.size > 0 ? 1 : 0;
      expect({ bought: bought.length, invoices: invoices.length, confirmations: confirmations.length }).toEqual({
        bought: expected,
        invoices: expected,
        confirmations: expected,
      });
      // Every rupee is either in the course or before staff.
      expect(captured.length).toBe(paidIds.size);
      expect(mine.filter(({ state }) => state === "spent").length).toBe(expected);
      expect(mine.filter(({ state }) => state === "paid")).toEqual([]);
      expect(flags.length).toBe(Math.max(0, paidIds.size - 1));
    }),
    { numRuns: Number(process.env.MONEY_RUNS ?? 60), interruptAfterTimeLimit: 150_000, endOnFailure: true },
  );

  const years = await institute.db.select().from(invoiceCounter);
  for (const { financialYear, last } of years) {
    const issued = await institute.db.select().from(invoice).where(eq(invoice.financialYear, financialYear));
    expect(issued.map(({ serial }) => serial).sort((a, b) => a - b)).toEqual(
      Array.from({ length: last }, (_, n) => n + 1),
    );
  }
  expect(await institute.db.$count(learner)).toBe(buyer);
}, 300_000);

let countdown = -1;

/** So many queries later the process dies, as far as the database can tell. */
function crashOnce(after: number): void {
  countdown = after;
}

function heal(): void {
  countdown = -1;
}

type Asking = { query(...args: unknown[]): unknown };

institute.pool.on("connect", (connected) => {
  const client = connected as unknown as Asking;
  const ask = client.query.bind(client);
  client.query = (...args) => {
    const text = String((args[0] as { text?: string })?.text ?? args[0]);
    // The queue and the borders of a transaction are not on trial: those who own them would never let go of the connection.
    if (/graphile_worker|listen|^(begin|rollback)/i.test(text) || countdown-- !== 0) return ask(...args);
    const died = new Error("the process died here");
    const callback = args.at(-1);
    if (typeof callback === "function") return void process.nextTick(() => callback(died));
    // A commit either came through and nobody heard of it, or never came.
    const last = /^commit/i.test(text) ? ask(Math.random() < 0.5 ? "commit" : "rollback") : null;
    return Promise.resolve(last).then(() => Promise.reject(died));
  };
});
