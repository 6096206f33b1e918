import { z } from "zod";
import { formatMoment, formatMoney } from "../../format.ts";
import { defineMail } from "../../mail/kind.ts";
import { whyLearner } from "../account/mails.ts";
import { lesson, pathOf, sampleLesson } from "./class-mails.ts";

/** `firstClass` is null while the batch has no dates yet; `paper` is the invoice or receipt, if there is one. */
export const purchaseConfirmed = defineMail("purchase-confirmed", {
  isKept: true,
  data: {
    firstName: z.string(),
    courseId: z.string(),
    courseName: z.string(),
    batch: z.string(),
    amountInPaise: z.int(),
    paper: z.object({ name: z.enum(["Invoice", "Receipt"]), number: z.string() }).nullable(),
    firstClass: z.object(lesson).nullable(),
  },
  sample: {
    firstName: "Asha",
    courseId: "python",
    courseName: "Python",
    batch: "9:00 to 10:00 AM, weekdays",
    amountInPaise: 1_299_900,
    paper: { name: "Invoice", number: "SA/2026-27/00042" },
    firstClass: sampleLesson,
  },
  write({ firstName, courseName, courseId, batch, amountInPaise, paper, firstClass }, { institute, publicUrl }) {
    const first = firstClass && formatMoment(new Date(firstClass.startsAt), institute);
    const calendar =
      "A calendar file with your classes is attached; the calendar link in your schedule keeps itself up to date.";
    const noDates =
      "The dates of this batch are not fixed yet. They will appear in your schedule, and we will write to you before your first class.";
    return {
      subject: firstClass ? `${courseName}: your place is confirmed` : `${courseName}: you are enrolled`,
      heading: firstClass ? "Your place is confirmed" : "You are enrolled",
      preview: first ? `Your first class: ${first}.` : noDates,
      parts: [
        { greeting: firstName },
        {
          paragraph: `You have enrolled in ${courseName}, ${batch}. ${firstClass ? "We look forward to your first class." : noDates}`,
        },
        {
          facts: {
            Course: courseName,
            Batch: batch,
            "First class": first ?? "not fixed yet",
            Topic: firstClass?.topic ?? "",
            Trainer: firstClass?.trainerName ?? "",
            Paid: amountInPaise > 0 ? formatMoney({ amountInPaise, currency: "INR" }) : "",
          },
        },
        { button: "Open your schedule", url: `${publicUrl}${pathOf({ courseId })}` },
        ...(firstClass ? [{ note: calendar }] : []),
        ...(paper
          ? [
              { note: `${paper.name} ${paper.number} is attached.` },
              {
                link: `Download your ${paper.name.toLowerCase()} again`,
                url: `${publicUrl}/dashboard/purchasehistory`,
              },
            ]
          : []),
      ],
      why: whyLearner(institute),
    };
  },
});

/** To a learner who has waited for a batch and has a place now. */
export const placeFound = defineMail("place-found", {
  isKept: true,
  data: {
    firstName: z.string(),
    courseId: z.string(),
    courseName: z.string(),
    batch: z.string(),
    nextClass: z.object(lesson),
  },
  sample: {
    ...{ firstName: "Asha", courseId: "python", courseName: "Python", batch: "9:00 to 10:00 AM, weekdays" },
    nextClass: sampleLesson,
  },
  write({ firstName, courseName, courseId, batch, nextClass }, { institute, publicUrl }) {
    const next = formatMoment(new Date(nextClass.startsAt), institute);
    return {
      subject: `${courseName}: you have a place in a batch`,
      heading: "You have a place in a batch",
      preview: `Your next class: ${next}.`,
      parts: [
        { greeting: firstName },
        {
          paragraph: `Your batch of ${courseName} has dates: ${batch}. What you have attended before counts there too.`,
        },
        { facts: { Batch: batch, "Your next class": next, Topic: nextClass.topic, Trainer: nextClass.trainerName } },
        { button: "Open your schedule", url: `${publicUrl}${pathOf({ courseId })}` },
        { note: "A calendar file with your classes is attached." },
        { paragraph: `Call us on ${institute.phone} if this does not suit you.` },
      ],
      why: whyLearner(institute),
    };
  },
});
