import { z } from "zod";
import { defineMail } from "../../mail/kind.ts";
import { whyLearner } from "../account/mails.ts";

/** What staff write to learners of a batch, such as those who fall behind. */
export const learnerLetter = defineMail("learner-letter", {
  isKept: true,
  data: { firstName: z.string(), subject: z.string(), text: z.string(), from: z.string(), courseId: z.string() },
  sample: {
    firstName: "Asha",
    subject: "Python: how are you getting on?",
    text: "We have missed you in the last classes.\n\nThe recordings are on the page of your course. Does something keep you from coming? Please answer this message or ask your trainer: we will find a way together.",
    from: "Joel Antony",
    courseId: "python",
  },
  write({ firstName, subject, text, from, courseId }, { institute, publicUrl }) {
    return {
      subject,
      heading: subject,
      parts: [
        { greeting: firstName },
        ...text.split(/\n{2,}/).map((paragraph) => ({ paragraph })),
        { paragraph: `${from}\n${institute.name}, ${institute.phone}` },
        { button: "Open your course", url: `${publicUrl}/dashboard/learn/${encodeURIComponent(courseId)}` },
      ],
      why: whyLearner(institute),
      replyTo: institute.email,
    };
  },
});
