import { z } from "zod";
import { formatMoment } from "../../format.ts";
import { defineMail } from "../../mail/kind.ts";
import { whyLearner } from "../account/mails.ts";

const batchEnds = ["cancelled", "merged", "split"] as const;
export type BatchEnd = (typeof batchEnds)[number];

/** One sentence about what has happened to the batch. */
export function openingOf(what: BatchEnd, courseName: string): string {
  if (what === "cancelled") return `We are sorry: your batch of ${courseName} is cancelled.`;
  if (what === "merged") return `Your batch of ${courseName} goes on together with another one.`;
  return `Your batch of ${courseName} is divided in two, and you are in the new one.`;
}

/** What becomes of the learner's place. */
export function placeText({ batch }: { batch: string | null }): string {
  return batch
    ? `Your place is in the batch ${batch} now. What you have attended counts there.`
    : "You keep the course, and get a place in the next batch of your choice. We write to you when it has dates.";
}

/** To a learner whose batch has changed as a whole. */
export const batchChanged = defineMail("batch-changed", {
  isKept: true,
  data: {
    firstName: z.string(),
    courseId: z.string(),
    courseName: z.string(),
    what: z.enum(batchEnds),
    note: z.string(),
    batch: z.string().nullable(),
    nextClass: z.object({ topic: z.string(), trainerName: z.string(), startsAt: z.iso.datetime() }).nullable(),
  },
  sample: {
    ...{ firstName: "Asha", courseId: "python", courseName: "Python", what: "merged" as const },
    ...{ note: "Both groups have become small, and learn better together.", batch: "9:00 to 10:00 AM, weekdays" },
    nextClass: { topic: "Functions", trainerName: "Meera Krishnan", startsAt: "2026-11-23T03:30:00.000Z" },
  },
  write({ firstName, courseId, courseName, what, note, batch, nextClass }, { institute, publicUrl }) {
    return {
      subject: `${courseName}: ${what === "cancelled" ? "your batch is cancelled" : "you are in another batch"}`,
      parts: [
        { greeting: firstName },
        { paragraph: `${openingOf(what, courseName)} ${placeText({ batch })}` },
        ...(note ? [{ paragraph: note }] : []),
        ...(nextClass
          ? [
              {
                facts: {
                  "Your next class": formatMoment(new Date(nextClass.startsAt), institute),
                  Topic: nextClass.topic,
                  Trainer: nextClass.trainerName,
                },
              },
            ]
          : []),
        { button: "See your schedule", url: `${publicUrl}/dashboard/schedule/${encodeURIComponent(courseId)}` },
        { paragraph: `Call us on ${institute.phone} if this does not suit you.` },
      ],
      why: whyLearner(institute),
    };
  },
});
