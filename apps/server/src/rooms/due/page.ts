import { type PayPage, Refusal } from "@shoreline/contract";
import { dayAt } from "@shoreline/domain/batch";
import { eq } from "drizzle-orm";
import type { Ctx } from "../../context.ts";
import type { Db } from "../../db/connect.ts";
import { paymentFlag } from "../../db/tables/payment.ts";
import { type Proof, readProof, settleNow } from "../payment/proof.ts";
import { listPaid, lockOrder } from "../payment/queries.ts";
import { readInstitute } from "../site/queries.ts";
import { findMandateOffer, findTaking } from "./mandate.ts";
import { dueKind, type FoundDue, findDueByToken } from "./queries.ts";
import { settleDue } from "./settle.ts";
import { stateOfDue } from "./state.ts";

type Asked = { token: string };

export async function readPayPage(ctx: Ctx, { token }: Asked): Promise<PayPage> {
  return toPage(ctx, await findKnown(ctx.db, token));
}

async function findKnown(db: Db, token: string): Promise<FoundDue> {
  const found = await findDueByToken(db, token);
  if (!found) throw new Refusal("UNKNOWN_DUE");
  return found;
}

async function toPage({ db, clock }: Ctx, found: FoundDue): Promise<PayPage> {
  const { due, sale, courseName, count, firstName, email, number, gstin } = found;
  const { timeZone } = await readInstitute(db);
  const today = dayAt(clock.now(), timeZone);
  const state = stateOfDue(found);
  const taking = state === "open" ? await findTaking(db, found, today) : null;
  const isPending =
    state === "open" &&
    sale.learnerId !== null &&
    (taking?.isSent || (await listPaid(db, { learnerId: sale.learnerId, kind: dueKind, itemId: due.id })).length > 0);
  const offered = state === "open" && !isPending ? await findMandateOffer(db, found, today) : null;
  return {
    automatic: offered?.dues.map(({ number, amountInPaise, dueOn }) => ({ number, amountInPaise, dueOn })) ?? null,
    takenOn: taking?.on ?? null,
    state: isPending ? "pending" : state,
    ...{ courseName, firstName: firstName ?? "", number: due.number },
    // A part that was cancelled does not count any more.
    count: Math.max(count, due.number),
    ...{ amountInPaise: due.amountInPaise, dueOn: due.dueOn },
    isOverdue: state === "open" && due.dueOn < today,
    paidOn: state === "paid" && due.settledAt ? dayAt(due.settledAt, timeZone) : null,
    paper:
      state === "paid" && number
        ? { name: gstin === null ? "Receipt" : "Invoice", number, isMailed: Boolean(email) }
        : null,
  };
}

/** Takes the proof of a payment and settles the due at once; the webhook does the same when the browser is closed. */
export async function settleByProof(ctx: Ctx, { token, ...proof }: Asked & Proof) {
  const { db, clock } = ctx;
  const { due } = await findKnown(db, token);
  // An order without an item belongs to nobody: its amount is never that of this due.
  const order = await readProof(ctx, proof, { kind: dueKind, itemId: due.id, isPrice: () => false });
  await settleNow(ctx, order.providerOrderId);
  const isSettled = await db.transaction(async (tx) => {
    const locked = await lockOrder(tx, order.providerOrderId);
    if (locked?.state === "paid") await settleDue(tx, locked, clock.now());
    return locked?.state !== "created" && locked?.state !== "attempted";
  });
  const page = await toPage(ctx, await findKnown(db, token));
  const problem = await whyNotSettled(db, proof.razorpay_payment_id ?? "");
  return { ...page, state: isSettled || page.state !== "open" ? page.state : ("pending" as const), problem };
}

/** Explains to the payer what happens with money that settled nothing. A payer without an account gets no other message. */
async function whyNotSettled(db: Db, providerPaymentId: string): Promise<string | null> {
  const flags = await db
    .select({ reason: paymentFlag.reason })
    .from(paymentFlag)
    .where(eq(paymentFlag.providerPaymentId, providerPaymentId));
  const [flag] = flags;
  if (!flag) return null;
  const { phone } = await readInstitute(db);
  const what = /before$/.test(flag.reason)
    ? "This instalment was paid already, so your payment has reached us twice."
    : "We have received your payment, but it does not match this instalment.";
  return `${what} Our staff will write to the learner within one working day; you can also call us: ${phone}.`;
}
