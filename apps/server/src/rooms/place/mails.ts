import { z } from "zod";
import { formatMoment } from "../../format.ts";
import { defineMail } from "../../mail/kind.ts";
import { whyLearner } from "../account/mails.ts";

/** The next in line is offered a seat. */
export const seatOffered = defineMail("seat-offered", {
  isKept: true,
  data: {
    firstName: z.string(),
    courseName: z.string(),
    batch: z.string(),
    startsAt: z.iso.datetime(),
    endsAt: z.iso.datetime(),
    link: z.string(),
    isBought: z.boolean(),
  },
  sample: {
    firstName: "Asha",
    courseName: "Python",
    batch: "9:00 to 10:00 AM, weekdays",
    startsAt: "2026-11-23T03:30:00.000Z",
    endsAt: "2026-11-16T06:30:00.000Z",
    link: "/dashboard/viewdetails/python",
    isBought: false,
  },
  write({ firstName, courseName, batch, startsAt, endsAt, link, isBought }, { institute, publicUrl }) {
    const until = formatMoment(new Date(endsAt), institute);
    return {
      subject: `${courseName}: a seat is free for you`,
      heading: "A seat is free for you",
      preview: `It is kept for you until ${until}.`,
      parts: [
        { greeting: firstName },
        {
          paragraph: `You are on the waiting list of ${courseName}, ${batch}, and it is your turn. The seat is kept for you until ${until}. After that it goes to the next in line.`,
        },
        { facts: { Course: courseName, Batch: batch, Starts: formatMoment(new Date(startsAt), institute) } },
        { button: isBought ? "Take the seat" : "Enrol and take the seat", url: `${publicUrl}${link}` },
      ],
      why: whyLearner(institute),
    };
  },
});

/** The answer to a learner who asked for another batch. */
export const requestAnswered = defineMail("batch-request-answered", {
  isKept: true,
  data: {
    firstName: z.string(),
    courseId: z.string(),
    courseName: z.string(),
    batch: z.string(),
    startsAt: z.iso.datetime(),
    isAccepted: z.boolean(),
    answer: z.string(),
  },
  sample: {
    firstName: "Asha",
    courseId: "python",
    courseName: "Python",
    batch: "6:00 to 7:00 PM, weekdays",
    startsAt: "2026-11-23T12:30:00.000Z",
    isAccepted: true,
    answer: "See you in the evening.",
  },
  write({ firstName, courseId, courseName, batch, startsAt, isAccepted, answer }, { institute, publicUrl }) {
    const heading = isAccepted ? "You are in the other batch now" : "We could not change your batch";
    const carried = "What you have attended counts there too, and there is nothing more to pay.";
    return {
      subject: `${courseName}: ${isAccepted ? "your batch has changed" : "your batch stays as it is"}`,
      heading,
      preview: answer || heading,
      parts: [
        { greeting: firstName },
        {
          paragraph: isAccepted
            ? `Your place in ${courseName} is now in the batch ${batch}. ${carried} Your schedule and your calendar show the new classes.`
            : `You asked for the batch ${batch} of ${courseName}. Your place stays where it is.`,
        },
        {
          facts: {
            Course: courseName,
            "You asked for": batch,
            Starts: formatMoment(new Date(startsAt), institute),
            "Our answer": answer,
          },
        },
        { button: "Open your schedule", url: `${publicUrl}/dashboard/schedule/${encodeURIComponent(courseId)}` },
      ],
      why: whyLearner(institute),
    };
  },
});

/** On the day on which a learner wanted to go on. */
export const pauseEnded = defineMail("pause-ends", {
  isKept: true,
  data: { firstName: z.string(), courseId: z.string(), courseName: z.string() },
  sample: { firstName: "Asha", courseId: "python", courseName: "Python" },
  write({ firstName, courseId, courseName }, { institute, publicUrl }) {
    return {
      subject: `${courseName}: your pause ends today`,
      heading: "Your pause ends today",
      preview: "Choose a batch, and go on where you stopped.",
      parts: [
        { greeting: firstName },
        {
          paragraph: `You paused ${courseName} until today. To continue, choose a batch in your schedule. What you have attended counts there too.`,
        },
        { button: "Choose a batch", url: `${publicUrl}/dashboard/schedule/${encodeURIComponent(courseId)}` },
        { paragraph: `Call us on ${institute.phone} if you need more time.` },
      ],
      why: whyLearner(institute),
    };
  },
});
