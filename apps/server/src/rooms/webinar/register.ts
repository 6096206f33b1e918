import { type Api, type ParsedInput, Refusal, Registrant, type SeatReply } from "@shoreline/contract";
import { isCancelled } from "@shoreline/domain/webinar";
import type { Ctx } from "../../context.ts";
import { type Proof, readProof, settleNow } from "../payment/proof.ts";
import { isFor, lockOrder, updateOrder } from "../payment/queries.ts";
import { takePaidSeat } from "./fulfil.ts";
import { findSeat, findSeatOfOrder, findWebinar, type SeatRow, seatKind, type WebinarRow } from "./queries.ts";
import { openForRegistration, sendLinkAgain, takeSeat } from "./seats.ts";
import { timesOf } from "./wire.ts";

type Form = ParsedInput<Api["webinar"]["register"]>;

export async function register(ctx: Ctx, form: Form): Promise<SeatReply> {
  const { db } = ctx;
  const [webinar] = await findWebinar(db, { slug: form.webinar });
  if (!webinar) throw new Refusal("UNKNOWN_WEBINAR");
  // A payment counts, even if the price has changed since.
  if (form.razorpay_order_id) return spendPayment(ctx, webinar, form);
  if (isCancelled(timesOf(webinar), ctx.clock.now())) throw new Refusal("WEBINAR_CANCELLED");
  const known = await findSeat(db, { webinarId: webinar.id, email: form.email });
  if (known) return answerAgain(ctx, webinar, { seat: known, attemptId: form.attemptId });
  if (webinar.priceInPaise > 0) throw new Refusal("PAYMENT_REQUIRED");
  const { webinar: _, razorpay_order_id, razorpay_payment_id, razorpay_signature, ...registration } = form;
  const { email, attemptId } = registration;
  const taken = await db.transaction(async (tx) => {
    const now = ctx.clock.now();
    const open = await openForRegistration(tx, { webinarId: webinar.id, email, now });
    // The webinar may have become a paid one since the check above.
    if (open.priceInPaise > 0) throw new Refusal("PAYMENT_REQUIRED");
    return takeSeat(tx, { webinar: open, registration, now, publicUrl: ctx.publicUrl });
  });
  if (taken) return confirmSeat(webinar, taken);
  const seat = await findSeat(db, { webinarId: webinar.id, email });
  if (!seat) throw new Error("The seat is neither free nor taken.");
  return answerAgain(ctx, webinar, { seat, attemptId });
}

/** Turns the proof of a payment into the seat of its order. The same proof always gives the same seat. */
async function spendPayment(ctx: Ctx, webinar: WebinarRow, form: Form): Promise<SeatReply> {
  const { db, clock, publicUrl } = ctx;
  const { email } = form;
  const item = { kind: seatKind, itemId: webinar.id };
  const order = await readProof(ctx, form as Proof, { ...item, priceInPaise: webinar.priceInPaise });
  if (order.kind && order.details.buyer !== email.toLowerCase()) throw new Refusal("PAYMENT_REQUIRED");
  await settleNow(ctx, order.providerOrderId);
  const seat = await db.transaction(async (tx) => {
    const locked = await lockOrder(tx, order.providerOrderId);
    if (!locked) throw new Refusal("PAYMENT_REQUIRED");
    if (locked.state === "spent") return findSeatOfOrder(tx, locked.id);
    if (locked.state === "flagged") return null;
    if (locked.state !== "paid") throw new Refusal("SEAT_PENDING");
    // An order without an item gets its item and its registrant here.
    const details = { ...Registrant.parse(form), buyer: email.toLowerCase() };
    const paid = locked.kind ? locked : await updateOrder(tx, { id: locked.id, ...item, details });
    if (!isFor(paid, item)) throw new Refusal("PAYMENT_SPENT");
    return takePaidSeat(tx, paid, { now: clock.now(), publicUrl });
  });
  if (!seat) throw new Refusal("SEAT_DOUBTFUL");
  if (seat.webinarId !== webinar.id) throw new Refusal("PAYMENT_SPENT");
  return confirmSeat(webinar, seat);
}

function confirmSeat({ groupUrl }: WebinarRow, { joinId }: SeatRow): SeatReply {
  const message = groupUrl
    ? "Registration successful! Redirecting to WhatsApp group..."
    : "Registration successful! Your link is in your inbox.";
  return { message, isNew: true, userId: joinId, groupUrl };
}

/** An address has one seat. The link goes to that address only, because anybody can type a stranger's address here. */
async function answerAgain(
  ctx: Ctx,
  webinar: WebinarRow,
  { seat, attemptId }: { seat: SeatRow; attemptId: string | undefined },
): Promise<SeatReply> {
  // The browser lost the answer and repeats its request.
  if (attemptId && seat.attemptId === attemptId) return confirmSeat(webinar, seat);
  const isSent = await sendLinkAgain(ctx, seat.id);
  return {
    message: `This e-mail address already has a seat. Your link is in your inbox.${isSent ? " We have sent it again." : ""}`,
    isNew: false,
    userId: null,
    groupUrl: "",
  };
}
