import { type Api, type ParsedInput, Refusal, Registrant, type SeatReply } from "@shoreline/contract";
import { isCancelled } from "@shoreline/domain/webinar";
import type { Ctx, SignedIn } from "../../context.ts";
import { type Proof, readProof, settleNow } from "../payment/proof.ts";
import { isFor, lockOrder, updateOrder } from "../payment/queries.ts";
import { detailsOf, takePaidSeat } from "./fulfil.ts";
import { findSeat, findSeatOfOrder, type SeatRow, seatKind, type WebinarRow } from "./queries.ts";
import { readWebinar } from "./read.ts";
import { openForRegistration, sendLinkAgain, takeSeat } from "./seats.ts";
import { timesOf } from "./wire.ts";

type Form = ParsedInput<Api["webinar"]["register"]>;

/**
 * Gives a visitor the same answer whether or not the address has a seat, because anybody can type any address: the link goes
 * to that address only. A learner who is signed in and registers their own address gets it at once.
 */
export async function register(ctx: Ctx & Partial<SignedIn>, form: Form): Promise<SeatReply> {
  const { db } = ctx;
  const webinar = await readWebinar(ctx, form.webinar);
  // A payment counts, even if the price has changed since.
  if (form.razorpay_order_id) return spendPayment(ctx, webinar, form);
  if (isCancelled(timesOf(webinar), ctx.clock.now())) throw new Refusal("WEBINAR_CANCELLED");
  const { webinar: _, razorpay_order_id, razorpay_payment_id, razorpay_signature, ...given } = form;
  const registration = { ...given, firstVisit: ctx.firstVisit };
  const address = { webinarId: webinar.id, email: registration.email };
  const isOwnAddress = ctx.learner?.email.toLowerCase() === registration.email.toLowerCase();
  const learnerId = isOwnAddress ? ctx.learner?.id : undefined;
  const known = await findSeat(db, address);
  // What a stranger has typed does not stand in the way of the learner.
  const isTaken = known !== null && !(learnerId && !known.confirmedAt);
  if (isTaken) await sendLinkAgain(ctx, known.id);
  await db.transaction(async (tx) => {
    const now = ctx.clock.now();
    const open = await openForRegistration(tx, { ...address, now });
    if (open.priceInPaise > 0) throw new Refusal("PAYMENT_REQUIRED");
    if (isTaken) return;
    await takeSeat(tx, { webinar: open, registration, now, ...(learnerId && { learnerId }) });
  });
  const seat = learnerId ? await findSeat(db, address) : null;
  return welcome(webinar, seat?.learnerId === learnerId ? seat : null);
}

/** Turns the proof of a payment into the seat of its order. The same proof always gives the same seat. */
async function spendPayment(ctx: Ctx, webinar: WebinarRow, form: Form): Promise<SeatReply> {
  const { db, clock } = ctx;
  const { email } = form;
  const item = { kind: seatKind, itemId: webinar.id };
  const order = await readProof(ctx, form as Proof, {
    ...item,
    isPrice: ({ amountInPaise }) => amountInPaise === webinar.priceInPaise,
  });
  if (order.kind && order.details.buyer !== email.toLowerCase()) throw new Refusal("PAYMENT_REQUIRED");
  await settleNow(ctx, order.providerOrderId);
  const seat = await db.transaction(async (tx) => {
    const locked = await lockOrder(tx, order.providerOrderId);
    if (!locked) throw new Refusal("PAYMENT_REQUIRED");
    if (locked.state === "spent") return findSeatOfOrder(tx, locked.id);
    if (locked.state === "flagged") return null;
    if (locked.state !== "paid") throw new Refusal("SEAT_PENDING");
    // An order without an item gets its item and its registrant here.
    const details = { ...detailsOf(Registrant.parse(form), ctx.firstVisit), buyer: email.toLowerCase() };
    const paid = locked.kind ? locked : await updateOrder(tx, { id: locked.id, ...item, details });
    if (!isFor(paid, item)) throw new Refusal("PAYMENT_SPENT");
    return takePaidSeat(tx, paid, clock.now());
  });
  if (!seat) throw new Refusal("SEAT_DOUBTFUL");
  if (seat.webinarId !== webinar.id) throw new Refusal("PAYMENT_SPENT");
  return welcome(webinar, seat);
}

function welcome({ groupUrl }: WebinarRow, seat: SeatRow | null | undefined): SeatReply {
  const message = groupUrl
    ? "Registration successful! Redirecting to WhatsApp group..."
    : "Registration successful! Your link is in your inbox.";
  return { message, userId: seat?.joinId ?? null, groupUrl };
}
