import { keepWellFormed } from "../../content/well-formed.ts";
import { formatMoney } from "../../format.ts";
import { shareCards } from "../site/share-card.ts";
import { findOffered, findOfflineCourse } from "./queries.ts";
import { courseShape, offlineShape } from "./shapes.ts";

export const courseCards = shareCards("course", async ({ db, log }, courseId) => {
  const [course] = keepWellFormed(log, courseShape, await findOffered(db, { courseId }));
  if (!course) return null;
  const { name, durationInHours: hours, priceInPaise: amountInPaise, image } = course;
  return { title: name, facts: [`${hours} hours, live online`, priceOf(amountInPaise)], picture: image };
});

export const offlineCards = shareCards("offlinecourse", async ({ db, log }, courseId, { city }) => {
  const [course] = keepWellFormed(log, offlineShape, await findOfflineCourse(db, { courseId }));
  if (!course) return null;
  const { name, durationInHours: hours, priceInPaise, image } = course;
  const facts = [`${hours} hours, in ${city}`, ...(priceInPaise === null ? [] : [priceOf(priceInPaise)])];
  return { title: name, facts, picture: image };
});

function priceOf(amountInPaise: number): string {
  return amountInPaise === 0 ? "Free" : formatMoney({ amountInPaise, currency: "INR" });
}
