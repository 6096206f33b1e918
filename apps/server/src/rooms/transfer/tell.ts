import type { Db } from "../../db/connect.ts";
import { enqueue } from "../../jobs/queue.ts";
import { mailOf, sendMail } from "../../mail.ts";
import type { LearnerRow } from "../account/queries.ts";
import type { DueRow } from "../due/queries.ts";
import { dayText, moneyText } from "../due/words.ts";
import { notifyLearner } from "../notification/jobs.ts";
import { courseTransferred } from "./mails.ts";

type Told = {
  who: LearnerRow;
  from: string;
  to: string;
  carriedInPaise: number;
  open: DueRow[];
  creditNotes: string[];
  invoices: string[];
};

/** The mail has the papers and the payment link; the place in the batch is confirmed by a mail of its own. */
export async function tellLearner(tx: Db, { who, from, to, carriedInPaise, open, ...papers }: Told): Promise<void> {
  const carried = moneyText(carriedInPaise);
  const [next] = open;
  const rest = next
    ? `${moneyText(next.amountInPaise)} is due on ${dayText(next.dueOn)}.`
    : "There is nothing more to pay.";
  await enqueue(tx, notifyLearner, {
    ...{ learnerId: who.id, title: `You have moved from ${from} to ${to}` },
    text: `${carried} that you paid for ${from} is carried over. ${rest}`,
    link: next ? `/pay/${next.linkToken}` : "/dashboard/purchasehistory",
  });
  if (who.email === "") return;
  const data = {
    ...{ firstName: who.firstName, from, to, carriedInPaise },
    dues: open.map(({ amountInPaise, dueOn, linkToken }) => ({ amountInPaise, dueOn, token: linkToken })),
  };
  const attachments = [
    ...papers.creditNotes.map((id) => ({ kind: "credit-note", id })),
    ...papers.invoices.map((id) => ({ kind: "invoice", id })),
  ];
  await enqueue(tx, sendMail, mailOf(courseTransferred, { to: who.email, data, attachments }));
}
