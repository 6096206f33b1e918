import type { Institute } from "@shoreline/contract";
import { z } from "zod";
import type { Deps } from "./context.ts";
import { insistOnDone, isDone } from "./jobs/done.ts";
import { defineJob, type JobContext, type PayloadOf } from "./jobs/job.ts";
import type { Mail } from "./ports.ts";

/** A job carries no files: the room of this kind makes the file from the id when the mail is sent. */
const Attachment = z.object({ kind: z.string(), id: z.string() });

export const sendMail = defineJob("mail.send", {
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string().optional(),
  unsubscribeUrl: z.string().optional(),
  /** The mail is not sent after this time, because it would come too late. */
  until: z.iso.datetime().optional(),
  attachments: z.array(Attachment).optional(),
});

export type MailJob = PayloadOf<typeof sendMail>;

type Files = NonNullable<Mail["attachments"]>;
/** Returns no file when the record behind it no longer exists. */
export type Attach = (deps: Deps, id: string) => Promise<Files>;

export async function deliverMail(ctx: JobContext, job: MailJob, attachers: Record<string, Attach>): Promise<void> {
  const { db, mailer, jobId, publicUrl, clock } = ctx;
  const { until, attachments = [], html, unsubscribeUrl, ...mail } = job;
  if ((until && clock.now() > new Date(until)) || (await isDone(db, jobId))) return;
  const files: Files = [];
  for (const { kind, id } of attachments) {
    const attach = attachers[kind];
    if (!attach) throw new Error(`No room attaches ${kind} to a mail.`);
    files.push(...(await attach(ctx, id)));
  }
  await mailer.send({
    ...mail,
    ...(html ? { html } : {}),
    ...(unsubscribeUrl ? { unsubscribeUrl } : {}),
    ...(files.length > 0 ? { attachments: files } : {}),
    messageId: `<job-${jobId}@${new URL(publicUrl).hostname}>`,
  });
  // A kill between these two lines sends the mail a second time, with the same Message-ID.
  await insistOnDone(db, jobId);
}

type Letter = { name?: string; body: string; footer?: string };

/** The text of a mail to a person: greeting, body, signature of the institute. */
export function letter(institute: Institute, { name, body, footer }: Letter): string {
  const parts = [`Hello${name ? ` ${name}` : ""},`, body.trim(), signOff(institute), ...(footer ? [footer] : [])];
  return `${parts.join("\n\n")}\n`;
}

function signOff({ name, address, phone, email }: Institute): string {
  return `${name}\n${address.join(", ")}\n${phone}, ${email}`;
}
