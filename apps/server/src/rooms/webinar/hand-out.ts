import { Registrant } from "@shoreline/contract";
import { seatsLeft, whyUngiven } from "@shoreline/domain/webinar";
import { eq } from "drizzle-orm";
import type { Deps } from "../../context.ts";
import type { Db } from "../../db/connect.ts";
import { webinarSeat } from "../../db/tables/webinar.ts";
import { issueInvoice } from "../enrolment/invoice.ts";
import { findCaptured, lockOrder, type OrderRow } from "../payment/queries.ts";
import { markDoubtful, markSpent } from "../payment/settle.ts";
import { lockWebinar, type SeatRow } from "./queries.ts";
import { takeSeat } from "./seats.ts";
import { timesOf } from "./wire.ts";

type Handing = { now: Date; publicUrl: string };

/** For a paid order: the seat, its invoice and its confirmation, all of them or none. Twice has the same effect as once. */
export async function handOutSeat({ db, clock, publicUrl }: Deps, providerOrderId: string): Promise<void> {
  await db.transaction(async (tx) => {
    const order = await lockOrder(tx, providerOrderId);
    if (order?.state === "paid") await giveSeat(tx, order, { now: clock.now(), publicUrl });
  });
}

/**
 * In a transaction that holds the order. Null when the money is here but no seat: then staff decide. Who is given the seat
 * stands in the order, and nowhere else: whoever brings the proof cannot change it.
 */
export async function giveSeat(tx: Db, order: OrderRow, { now, publicUrl }: Handing): Promise<SeatRow | null> {
  const paid = await findCaptured(tx, order);
  if (!paid) throw new Error("An order without a payment cannot be handed out.");
  const { providerPaymentId, method } = paid;
  const doubt = async (reason: string) => {
    await markDoubtful(tx, order, { providerPaymentId, reason, now });
    return null;
  };
  const webinarId = order.itemId;
  const known = Registrant.safeParse(order.details);
  if (!webinarId || !known.success) return doubt("for nobody known");
  const registrant = known.data;
  const locked = await lockWebinar(tx, { webinarId, email: registrant.email, now });
  if (!locked) return doubt("for a webinar that is gone");
  const { webinar, taken, held } = locked;
  const why = whyUngiven(timesOf(webinar), { left: seatsLeft({ seats: webinar.seats, taken, held }), now });
  if (why) return doubt(`for a webinar that is ${why}`);
  const seat = await takeSeat(tx, { webinar, registration: registrant, now, publicUrl, orderId: order.id });
  if (!seat) return doubt("for a seat already taken");
  await markSpent(tx, order, now);
  const invoiceId = await issueInvoice(tx, {
    description: `Webinar: ${webinar.title}`,
    amountInPaise: order.amountInPaise,
    method,
    reference: providerPaymentId,
    buyer: { name: registrant.username, email: registrant.email, mobile: `+91 ${registrant.mobileNumber}` },
    now,
  });
  await tx.update(webinarSeat).set({ invoiceId }).where(eq(webinarSeat.id, seat.id));
  return seat;
}
