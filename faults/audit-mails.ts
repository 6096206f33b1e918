import type { Query } from "./postgres.ts";

/** A mail as the mail server got it. Two copies of one mail are two of these. */
export type Mail = {
  to: string;
  subject: string;
  text: string;
  messageId: string;
  /** When the server said that it has the mail; null if it has not, or could not. */
  answeredAt: number | null;
};

/** A process ended in the middle of its work. Answers of this time may not have been noted. */
export type Break = { from: number; to: number };

type Audited = { query: Query; tag: string; mails: Mail[]; breaks: Break[] };
type Expected = { email: string; subject: string; isToStaff: boolean };

/**
 * Every mail that a row promises was sent once. A second copy is allowed only if the answer to the first was lost, or came just
 * before the process ended; it then has the same message id.
 */
export async function auditMails({ query, tag, mails, breaks }: Audited) {
  const own = mails.filter(({ to, text }) => to.startsWith(tag) || text.includes(tag));
  const faults: string[] = [];
  let [doubled, unavoidable] = [0, 0];
  const expected = await expectedMails(query, tag);
  for (const { email, subject, isToStaff } of expected) {
    const isIt = (mail: Mail) =>
      mail.subject.includes(subject) &&
      (isToStaff ? mail.to !== email && hasWord(mail.text, email) : mail.to === email);
    const copies = own.filter(isIt);
    if (copies.length === 0) faults.push(`mail "${subject}" about ${email} was never sent`);
    if (copies.length < 2) continue;
    doubled += copies.length - 1;
    if (hasOneId(copies) && copies.slice(0, -1).every((copy) => mayBeRepeated(copy, breaks)))
      unavoidable += copies.length - 1;
    else faults.push(`mail "${subject}" about ${email} was sent ${copies.length} times: ${tell(copies, breaks)}`);
  }
  const figures = {
    "mails expected": expected.length,
    "mails doubled": doubled,
    "mails doubled unavoidably": unavoidable,
  };
  return { faults, figures };
}

/** Mailboxes show copies with one id once. */
function hasOneId(copies: Mail[]): boolean {
  return new Set(copies.map(({ messageId }) => messageId)).size === 1;
}

function mayBeRepeated({ answeredAt }: Mail, breaks: Break[]): boolean {
  return answeredAt === null || breaks.some(({ from, to }) => answeredAt > from && answeredAt <= to);
}

function tell(copies: Mail[], breaks: Break[]): string {
  return copies
    .map(({ messageId, answeredAt }) => {
      if (answeredAt === null) return `${messageId} without an answer`;
      const end = breaks.find(({ to }) => to >= answeredAt)?.to;
      return `${messageId} answered${end ? ` ${Math.round(end - answeredAt)} ms before a process ended` : ""}`;
    })
    .join(", ");
}

/** `an1@example.com` is not part of `ban1@example.com`. */
function hasWord(text: string, word: string): boolean {
  return new RegExp(`(^|[^\\w.])${word.replaceAll(".", "\\.")}`).test(text);
}

async function expectedMails(query: Query, tag: string): Promise<Expected[]> {
  const rows = await query<{ kind: string; email: string }>(
    `select 'subscription' as kind, email from subscription where email like $1
     union all select 'enquiry', email from contact_enquiry where email like $1
     union all select 'enquiry', email from course_enquiry where email like $1
     union all select 'download', email from syllabus_download where email like $1
     union all select 'learner', email from learner where email like $1
     union all select 'purchase', email from learner join purchase on learner_id = learner.id where email like $1
     union all select 'seat', email from webinar_seat where email like $1
     union all select 'confirmed seat', email from webinar_seat where email like $1 and confirmed_at is not null`,
    [`${tag}%`],
  );
  return rows.flatMap(({ kind, email }) =>
    (promised[kind] ?? []).map((mail) => ({ email, isToStaff: false, ...mail })),
  );
}

const promised: Record<string, { subject: string; isToStaff?: true }[]> = {
  subscription: [{ subject: "You have subscribed" }, { subject: "New subscription", isToStaff: true }],
  enquiry: [{ subject: "has received your question" }, { subject: "Enquiry about", isToStaff: true }],
  download: [{ subject: "downloaded the syllabus", isToStaff: true }],
  learner: [{ subject: "Welcome to" }],
  purchase: [{ subject: "your place is confirmed" }],
  seat: [{ subject: "Please confirm your seat" }],
  "confirmed seat": [{ subject: "Your seat:" }],
};
