import type { Query } from "./postgres.ts";

export type Mail = { to: string; subject: string; text: string; messageId?: string | null };

type Audited = { query: Query; tag: string; mails: Mail[] };
type Expected = { email: string; subject: string; isToStaff: boolean };

/** Every mail that a row promises was sent once. A second copy with the same message id counts as doubled all the same. */
export async function auditMails({ query, tag, mails }: Audited) {
  const own = mails.filter(({ to, text }) => to.startsWith(tag) || text.includes(tag));
  const faults: string[] = [];
  let doubled = 0;
  const expected = await expectedMails(query, tag);
  for (const { email, subject, isToStaff } of expected) {
    const isIt = (mail: Mail) =>
      mail.subject.includes(subject) &&
      (isToStaff ? mail.to !== email && hasWord(mail.text, email) : mail.to === email);
    const count = own.filter(isIt).length;
    if (count === 0) faults.push(`mail "${subject}" about ${email} was never sent`);
    if (count > 1) {
      doubled += count - 1;
      faults.push(`mail "${subject}" about ${email} was sent ${count} times`);
    }
  }
  return { faults, figures: { "mails expected": expected.length, "mails doubled": doubled } };
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
