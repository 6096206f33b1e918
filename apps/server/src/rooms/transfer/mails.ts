import { transferSubject } from "@shoreline/domain/purchase";
import { z } from "zod";
import { defineMail } from "../../mail/kind.ts";
import { whyLearner } from "../account/mails.ts";
import { dayText, moneyText } from "../due/words.ts";

/** `dues` is what is still to be paid of the new course, the first one first. */
export const courseTransferred = defineMail("course-transferred", {
  isKept: true,
  data: {
    firstName: z.string(),
    from: z.string(),
    to: z.string(),
    carriedInPaise: z.int(),
    dues: z.array(z.object({ amountInPaise: z.int(), dueOn: z.iso.date(), token: z.string() })),
  },
  sample: {
    ...{ firstName: "Asha", from: "SQL", to: "Python", carriedInPaise: 599_900 },
    dues: [
      { amountInPaise: 350_000, dueOn: "2026-11-20", token: "s4mpl3T0k3n" },
      { amountInPaise: 350_000, dueOn: "2026-12-20", token: "s4mpl3T0k3n2" },
    ],
  },
  write({ firstName, from, to, carriedInPaise, dues }, { institute, publicUrl }) {
    const [next] = dues;
    const open = dues.reduce((sum, { amountInPaise }) => sum + amountInPaise, 0);
    const days = dues.map(({ amountInPaise, dueOn }) => `${moneyText(amountInPaise)} on ${dayText(dueOn)}`).join("; ");
    return {
      subject: transferSubject({ from, to }),
      parts: [
        { greeting: firstName },
        {
          paragraph: `You have moved from ${from} to ${to}. ${moneyText(carriedInPaise)} that you paid for ${from} counts for ${to} now. ${from} is not among your courses any more; certificates that you have stay valid.`,
        },
        {
          facts: {
            "Carried over": moneyText(carriedInPaise),
            "Still to pay": open > 0 ? moneyText(open) : "Nothing",
            "Due on": days,
          },
        },
        ...(next
          ? [
              { button: `Pay ${moneyText(next.amountInPaise)}`, url: `${publicUrl}/pay/${next.token}` },
              { note: "Anybody who has this link can pay without signing in, such as a parent or an employer." },
            ]
          : [{ button: "See your purchases", url: `${publicUrl}/dashboard/purchasehistory` }]),
        { note: `The credit note for ${from} and the invoice for ${to} are attached.` },
        { paragraph: `Call us on ${institute.phone} if you have a question.` },
      ],
      why: whyLearner(institute),
    };
  },
});
