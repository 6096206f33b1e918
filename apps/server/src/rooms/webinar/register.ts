import { type Api, type ParsedInput, Refusal, Registrant, type SeatReply } from "@shoreline/contract";
import { isCancelled } from "@shoreline/domain/webinar";
import type { Ctx } from "../../context.ts";
import { type Proof, readProof, settleNow } from "../payment/proof.ts";
import { isFor, lockOrder, updateOrder } from "../payment/queries.ts";
import { giveSeat } from "./hand-out.ts";
import { findSeat, findSeatOfOrder, findWebinar, type SeatRow, type WebinarRow } from "./queries.ts";
import { openForRegistration, sendLinkAgain, takeSeat } from "./seats.ts";
import { timesOf } from "./wire.ts";

type Form = ParsedInput<Api["webinar"]["register"]>;

export async function register(ctx: Ctx, form: Form): Promise<SeatReply> {
  const { db } = ctx;
  const [webinar] = await findWebinar(db, { slug: form.webinar });
  if (!webinar) throw new Refusal("UNKNOWN_WEBINAR");
  // Whatever it costs by now: what was paid is not lost.
  if (form.razorpay_order_id) return spendPayment(ctx, webinar, form);
  if (isCancelled(timesOf(webinar), ctx.clock.now())) throw new Refusal("WEBINAR_CANCELLED");
  const known = await findSeat(db, { webinarId: webinar.id, email: form.email });
  if (known) return greetAgain(ctx, webinar, { seat: known, attemptId: form.attemptId });
  if (webinar.priceInPaise > 0) throw new Refusal("PAYMENT_REQUIRED");
  const { webinar: _, razorpay_order_id, razorpay_payment_id, razorpay_signature, ...registration } = form;
  const { email, attemptId } = registration;
  const taken = await db.transaction(async (tx) => {
    const now = ctx.clock.now();
    const open = await openForRegistration(tx, { webinarId: webinar.id, email, now });
    // The price may have come since it was looked at.
    if (open.priceInPaise > 0) throw new Refusal("PAYMENT_REQUIRED");
    return takeSeat(tx, { webinar: open, registration, now, publicUrl: ctx.publicUrl });
  });
  if (taken) return welcome(webinar, taken);
  const seat = await findSeat(db, { webinarId: webinar.id, email });
  if (!seat) throw new Error("A seat that is neither free nor taken.");
  return greetAgain(ctx, webinar, { seat, attemptId });
}

/** The proof of a payment becomes the seat that was ordered with it, once however often it is shown. */
async function spendPayment(ctx: Ctx, webinar: WebinarRow, form: Form): Promise<SeatReply> {
  const { db, clock, publicUrl } = ctx;
  const { email } = form;
  const item = { kind: "webinar", itemId: webinar.id };
  const order = await readProof(ctx, form as Proof, { ...item, priceInPaise: webinar.priceInPaise });
  if (order.kind && order.details.buyer !== email.toLowerCase()) throw new Refusal("PAYMENT_REQUIRED");
  await settleNow(ctx, order.providerOrderId);
  const seat = await db.transaction(async (tx) => {
    const held = await lockOrder(tx, order.providerOrderId);
    if (!held) throw new Refusal("PAYMENT_REQUIRED");
    if (held.state === "spent") return findSeatOfOrder(tx, held.id);
    if (held.state === "flagged") return null;
    if (held.state !== "paid") throw new Refusal("SEAT_PENDING");
    // An order for an amount alone finds here what it is for, and for whom.
    const details = { ...Registrant.parse(form), buyer: email.toLowerCase() };
    const named = held.kind ? held : await updateOrder(tx, { id: held.id, ...item, details });
    if (!isFor(named, item)) throw new Refusal("PAYMENT_SPENT");
    return giveSeat(tx, named, { now: clock.now(), publicUrl });
  });
  if (!seat) throw new Refusal("SEAT_DOUBTFUL");
  if (seat.webinarId !== webinar.id) throw new Refusal("PAYMENT_SPENT");
  return welcome(webinar, seat);
}

function welcome({ groupUrl }: WebinarRow, { joinId }: SeatRow): SeatReply {
  const message = groupUrl
    ? "Registration successful! Redirecting to WhatsApp group..."
    : "Registration successful! Your link is in your mail.";
  return { message, isNew: true, userId: joinId, groupUrl };
}

/** One address, one seat. The way in goes to that address only: whoever types a stranger's does not get it here. */
async function greetAgain(
  ctx: Ctx,
  webinar: WebinarRow,
  { seat, attemptId }: { seat: SeatRow; attemptId: string | undefined },
): Promise<SeatReply> {
  // The same sending again, whose answer was lost on its way.
  if (attemptId && seat.attemptId === attemptId) return welcome(webinar, seat);
  const isSent = await sendLinkAgain(ctx, seat.id);
  return {
    message: `You have a seat already, with this e-mail address. Your link is in your mail${isSent ? "; we have sent it once more" : ""}.`,
    isNew: false,
    userId: null,
    groupUrl: "",
  };
}
