import { Refusal, Registrant } from "@shoreline/contract";
import { isCancelled } from "@shoreline/domain/webinar";
import type { Seller } from "../../context.ts";
import { detailsOf, fulfilSeat } from "./fulfil.ts";
import { findSeat, findWebinarById, seatKind } from "./queries.ts";
import { readWebinar } from "./read.ts";
import { holdSeat, sendLinkAgain } from "./seats.ts";
import { timesOf } from "./wire.ts";

/** Sells seats in paid webinars. The first buyers of an address hold a seat while they pay. */
export const seatSeller: Seller = {
  kind: seatKind,
  orderField: "webinarId",

  async offer(ctx, order) {
    const { db, clock } = ctx;
    const registrant = readRegistrant(order);
    const webinar = await readWebinar(ctx, order.webinarId ?? "");
    if (isCancelled(timesOf(webinar), clock.now())) throw new Refusal("WEBINAR_CANCELLED");
    const taken = await findSeat(db, { webinarId: webinar.id, email: registrant.email });
    if (taken) await sendLinkAgain(ctx, taken.id);
    // Nobody pays twice by mistake; but who knows only the address must not learn that it has a seat.
    if (taken?.confirmedAt && taken.mobileNumber === registrant.mobileNumber) throw new Refusal("SEAT_TAKEN");
    return {
      itemId: webinar.id,
      amountInPaise: webinar.priceInPaise,
      buyer: { email: registrant.email.toLowerCase() },
      details: detailsOf(registrant, ctx.firstVisit),
      reserve: () => holdSeat(ctx, { webinarId: webinar.id, email: registrant.email, now: clock.now() }),
    };
  },

  fulfil: fulfilSeat,

  async describe(db, itemId) {
    const found = await findWebinarById(db, itemId);
    return found && `the webinar ${found.title}`;
  },
};

function readRegistrant(order: Record<string, unknown>): Registrant {
  const parsed = Registrant.safeParse(order);
  if (parsed.success) return parsed.data;
  const fields = Object.fromEntries(parsed.error.issues.map(({ path, message }) => [path.join("."), message]));
  throw new Refusal("INVALID_INPUT", { fields });
}
