import { z } from "zod";
import { defineMail } from "../../mail/kind.ts";
import { mailTo } from "../../mail/parts.ts";
import { whyStaff } from "../site/mails.ts";

export const learnerAsks = defineMail("learner-asks", {
  data: {
    name: z.string(),
    email: z.string(),
    mobile: z.string(),
    courseName: z.string(),
    batch: z.string(),
    trainer: z.string(),
    question: z.string(),
  },
  sample: {
    name: "Asha Raman",
    email: "asha@example.com",
    mobile: "+91 9876543210",
    courseName: "Python",
    batch: "9:00 to 10:00 AM, weekdays",
    trainer: "Meera Krishnan",
    question: "Could you explain generators once more?\nI got lost at yield from.",
  },
  write({ name, email, mobile, courseName, batch, trainer, question }) {
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
        { button: "Answer by mail", url: mailTo(email) },
      ],
      why: `${whyStaff} If you reply, your answer goes to the learner.`,
      replyTo: email,
    };
  },
});
