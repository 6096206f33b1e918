import { z } from "zod";
import { defineMail } from "../../mail/kind.ts";
import { unsubscribeLink } from "../webinar/mails.ts";

/** What staff write to the registrants of a webinar. */
export const webinarLetter = defineMail("webinar-letter", {
  data: { subject: z.string(), text: z.string(), from: z.string(), title: z.string(), joinId: z.string() },
  sample: {
    subject: "The recording of our webinar",
    text: "Dear Asha,\n\nThank you for coming. The recording is on our site now. Would you like to see a class?",
    from: "Shalini Ravi",
    title: "Your first API in sixty minutes",
    joinId: "s4mpl3joinId0000000000",
  },
  write({ subject, text, from, title, joinId }, { institute, publicUrl }) {
    return {
      subject,
      heading: subject,
      parts: [
        ...text.split(/\n{2,}/).map((paragraph) => ({ paragraph })),
        { paragraph: `${from}\n${institute.name}, ${institute.phone}` },
      ],
      why: `You get this mail because you registered for our webinar ${title}.`,
      replyTo: institute.email,
      unsubscribe: unsubscribeLink({ joinId, publicUrl }),
    };
  },
});
