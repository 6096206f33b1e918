import { z } from "zod";
import { formatDate, formatMoney } from "../../format.ts";
import { defineMail } from "../../mail/kind.ts";
import { whyLearner } from "../account/mails.ts";

const rupees = (amountInPaise: number) => formatMoney({ amountInPaise, currency: "INR" });
/** A day has no time zone. */
const dayText = (day: string) => formatDate(new Date(day), { timeZone: "UTC" });

export const receiptMail = defineMail("receipt", {
  isKept: true,
  data: {
    firstName: z.string(),
    course: z.string(),
    receipt: z.string(),
    invoice: z.string(),
    amountInPaise: z.int(),
    method: z.string(),
    openInPaise: z.int(),
    nextDue: z.object({ dueOn: z.iso.date(), amountInPaise: z.int() }).nullable(),
  },
  sample: {
    ...{ firstName: "Asha", course: "Python", receipt: "RC-26-27-00042", invoice: "SA/2026-27/00042" },
    ...{ amountInPaise: 499_900, method: "Cash", openInPaise: 800_000 },
    nextDue: { dueOn: "2026-12-17", amountInPaise: 400_000 },
  },
  write(
    { firstName, course, receipt, invoice, amountInPaise, method, openInPaise, nextDue },
    { institute, publicUrl },
  ) {
    return {
      subject: `Receipt ${receipt}: ${course}`,
      heading: `We have received ${rupees(amountInPaise)}`,
      parts: [
        { greeting: firstName },
        {
          paragraph: `Thank you for your payment for ${course}. Receipt ${receipt} and invoice ${invoice} are attached.`,
        },
        {
          facts: {
            Received: rupees(amountInPaise),
            "Paid by": method,
            "Still to pay": openInPaise > 0 ? rupees(openInPaise) : "",
            "Next part": nextDue ? `${rupees(nextDue.amountInPaise)} by ${dayText(nextDue.dueOn)}` : "",
          },
        },
        { button: "See your purchases", url: `${publicUrl}/dashboard/purchasehistory` },
      ],
      why: whyLearner(institute),
    };
  },
});
