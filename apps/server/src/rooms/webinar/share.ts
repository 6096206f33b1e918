import { keepWellFormed } from "../../content/well-formed.ts";
import { formatMoment, formatMoney } from "../../format.ts";
import { shareCards } from "../site/share-card.ts";
import { findWebinar } from "./queries.ts";
import { webinarShape } from "./shapes.ts";

export const webinarCards = shareCards("webinar", async ({ db, log }, slug, { timeZone }) => {
  const [webinar] = keepWellFormed(log, webinarShape, await findWebinar(db, { slug }));
  if (!webinar) return null;
  const { title, startAt, priceInPaise: amountInPaise, bannerImage } = webinar;
  const price = amountInPaise === 0 ? "Free live webinar" : formatMoney({ amountInPaise, currency: "INR" });
  return { title, facts: [formatMoment(startAt, { timeZone }), price], picture: bannerImage || null };
});
