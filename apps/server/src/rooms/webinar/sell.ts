import { Refusal, Registrant } from "@shoreline/contract";
import { isCancelled } from "@shoreline/domain/webinar";
import type { Seller } from "../payment/seller.ts";
import { findSeat, findWebinar } from "./queries.ts";
import { holdSeat, sendLinkAgain } from "./seats.ts";
import { timesOf } from "./wire.ts";

/** A seat of a paid webinar. It is kept while its buyer pays, so that nobody pays for a seat that another has got. */
export const sellSeat: Seller = async (ctx, order) => {
  const { db, clock } = ctx;
  const registrant = readRegistrant(order);
  const [webinar] = await findWebinar(db, { slug: order.webinarId });
  if (!webinar) throw new Refusal("UNKNOWN_WEBINAR");
  if (isCancelled(timesOf(webinar), clock.now())) throw new Refusal("WEBINAR_STARTED");
  const taken = await findSeat(db, { webinarId: webinar.id, email: registrant.email });
  if (taken) {
    await sendLinkAgain(ctx, taken.id);
    throw new Refusal("SEAT_TAKEN");
  }
  return {
    purpose: `webinar:${webinar.id}`,
    amountInPaise: webinar.priceInPaise,
    buyer: { email: registrant.email.toLowerCase() },
    details: { ...registrant, what: `the webinar ${webinar.title}` },
    reserve: () => holdSeat(db, { webinarId: webinar.id, email: registrant.email, now: clock.now() }),
  };
};

function readRegistrant(order: Record<string, unknown>): Registrant {
  const parsed = Registrant.safeParse(order);
  if (parsed.success) return parsed.data;
  const fields = Object.fromEntries(parsed.error.issues.map(({ path, message }) => [path.join("."), message]));
  throw new Refusal("INVALID_INPUT", { fields });
}
