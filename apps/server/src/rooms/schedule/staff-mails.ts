import { z } from "zod";
import { formatMoment } from "../../format.ts";
import { defineMail } from "../../mail/kind.ts";
import { mailTo } from "../../mail/parts.ts";
import { whyStaff } from "../site/mails.ts";

/** A question that a learner asks from the portal. */
export const learnerAsks = defineMail("learner-asks", {
  data: {
    name: z.string(),
    email: z.string(),
    mobile: z.string(),
    courseName: z.string(),
    batch: z.string(),
    trainer: z.string(),
    question: z.string(),
    /** Of the question in the console. */
    page: z.string().optional(),
  },
  sample: {
    name: "Asha Raman",
    email: "asha@example.com",
    mobile: "+91 9876543210",
    courseName: "Python",
    batch: "9:00 to 10:00 AM, weekdays",
    trainer: "Meera Krishnan",
    question: "Could you explain generators once more?\nI got lost at yield from.",
    page: "https://shoreline.example/staff/questions",
  },
  write({ name, email, mobile, courseName, batch, trainer, question, page }) {
    return {
      subject: `Question about ${courseName} from ${name}`,
      heading: `${name} has a question for ${trainer || "the trainer"}`,
      preview: question,
      parts: [
        {
          facts: {
            Question: question,
            Course: courseName,
            Batch: batch,
            ...(trainer ? { Trainer: trainer } : {}),
            Name: name,
            Mobile: mobile,
            "E-mail": email,
          },
        },
        page ? { button: "Answer in the console", url: page } : { button: "Answer by mail", url: mailTo(email) },
      ],
      why: `${whyStaff} If you reply, your answer goes to the learner.`,
      replyTo: email,
    };
  },
});

/** Somebody has bought a course, and no batch has a place. */
export const learnerWaits = defineMail("learner-waits", {
  data: {
    name: z.string(),
    email: z.string(),
    mobile: z.string(),
    courseId: z.string(),
    courseName: z.string(),
    batch: z.string(),
    purchasedAt: z.iso.datetime(),
  },
  sample: {
    name: "Asha Raman",
    email: "asha@example.com",
    mobile: "+91 9876543210",
    courseId: "python",
    courseName: "Python",
    batch: "9:00 to 10:00 AM, weekdays",
    purchasedAt: "2026-11-15T06:30:00.000Z",
  },
  write({ name, email, mobile, courseId, courseName, batch, purchasedAt }, { institute }) {
    return {
      subject: `A learner waits for a batch: ${courseName}`,
      heading: `${name} waits for a batch`,
      preview: `${courseName}, ${batch}`,
      parts: [
        {
          paragraph: `${name} has bought ${courseName}, but no batch at this time has a free place. As soon as you plan one, ${name} gets a place in it.`,
        },
        {
          facts: {
            Course: courseName,
            Batch: batch,
            Bought: formatMoment(new Date(purchasedAt), institute),
            Name: name,
            Mobile: mobile,
            "E-mail": email,
          },
        },
        { paragraph: "The person who runs your website can see who waits, and plan a batch, on the server:" },
        { program: `npm run batch -- list ${courseId}` },
        { button: "Write to the learner", url: mailTo(email) },
      ],
      why: `${whyStaff} If you reply, your answer goes to the learner.`,
      replyTo: email,
    };
  },
});
