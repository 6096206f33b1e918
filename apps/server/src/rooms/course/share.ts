import { keepWellFormed } from "../../content/well-formed.ts";
import { formatMoney } from "../../format.ts";
import { shareCards } from "../site/share-card.ts";
import { findOffered } from "./queries.ts";
import { courseShape } from "./shapes.ts";

export const courseCards = shareCards("course", async ({ db, log }, courseId) => {
  const [course] = keepWellFormed(log, courseShape, await findOffered(db, { courseId }));
  if (!course) return null;
  const { name, durationInHours: hours, priceInPaise: amountInPaise, image } = course;
  const price = amountInPaise === 0 ? "Free" : formatMoney({ amountInPaise, currency: "INR" });
  return { title: name, facts: [`${hours} hours, live online`, price], picture: image };
});
