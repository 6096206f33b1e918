import { Registrant } from "@shoreline/contract";
import type { FirstVisit } from "@shoreline/domain/first-visit";
import { seatsLeft, whySeatRefused } from "@shoreline/domain/webinar";
import { eq } from "drizzle-orm";
import type { Deps } from "../../context.ts";
import type { Db } from "../../db/connect.ts";
import { webinarSeat } from "../../db/tables/webinar.ts";
import { issueInvoice } from "../enrolment/invoice.ts";
import { findCaptured, lockOrder, type OrderRow } from "../payment/queries.ts";
import { markFlagged, markSpent } from "../payment/settle.ts";
import { lockWebinar, type SeatRow } from "./queries.ts";
import { takeSeat } from "./seats.ts";
import { webinarShape } from "./shapes.ts";
import { timesOf } from "./wire.ts";

/** Delivers the seat of a paid order with its invoice and its confirmation. A second call changes nothing. */
export async function fulfilSeat({ db, clock }: Deps, providerOrderId: string): Promise<void> {
  await db.transaction(async (tx) => {
    const order = await lockOrder(tx, providerOrderId);
    if (order?.state === "paid") await takePaidSeat(tx, order, clock.now());
  });
}

/**
 * Call this in a transaction that holds the order. The seat is for the registrant in the order, so the sender of a proof
 * cannot change it. Null when the order is paid but no seat can be given: then staff decide.
 */
export async function takePaidSeat(tx: Db, order: OrderRow, now: Date): Promise<SeatRow | null> {
  const paid = await findCaptured(tx, order);
  if (!paid) throw new Error("An order without a payment cannot be fulfilled.");
  const { providerPaymentId, method } = paid;
  const flagOrder = async (reason: string) => {
    await markFlagged(tx, order, { providerPaymentId, reason, now });
    return null;
  };
  const webinarId = order.itemId;
  const known = Registrant.safeParse(order.details);
  if (!webinarId || !known.success) return flagOrder("for an unknown buyer or item");
  const registrant = known.data;
  const locked = await lockWebinar(tx, { webinarId, email: registrant.email, now });
  if (!locked) return flagOrder("for a webinar that no longer exists");
  const { webinar, taken, isHolder } = locked;
  if (!webinarShape.schema.safeParse(webinar).success) return flagOrder("for a webinar whose record is broken");
  const held = isHolder ? 0 : locked.held;
  const why = whySeatRefused(timesOf(webinar), { left: seatsLeft({ seats: webinar.seats, taken, held }), now });
  if (why) return flagOrder(`for a webinar that is ${why}`);
  const registration = { ...registrant, firstVisit: visitOfOrder(order) };
  const seat = await takeSeat(tx, { webinar, registration, now, orderId: order.id });
  if (!seat) return flagOrder("for a buyer who already has a seat");
  await markSpent(tx, order, now);
  const invoiceId = await issueInvoice(tx, {
    description: `Webinar: ${webinar.title}`,
    amountInPaise: order.amountInPaise,
    method,
    reference: providerPaymentId,
    buyer: { name: registrant.username, email: registrant.email, mobile: `+91 ${registrant.mobileNumber}` },
    orderId: order.id,
    now,
  });
  await tx.update(webinarSeat).set({ invoiceId }).where(eq(webinarSeat.id, seat.id));
  return seat;
}

/** What an order keeps for the seat: it may be paid when the browser has gone. */
export function detailsOf(registrant: Registrant, firstVisit: FirstVisit | null): Record<string, string> {
  return { ...registrant, ...(firstVisit ? { firstVisit: JSON.stringify(firstVisit) } : {}) };
}

function visitOfOrder({ details }: OrderRow): FirstVisit | null {
  return details.firstVisit ? JSON.parse(details.firstVisit) : null;
}
