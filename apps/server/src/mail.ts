import type { Institute } from "@shoreline/contract";
import { z } from "zod";
import type { Deps } from "./context.ts";
import { sentMail } from "./db/tables/notification.ts";
import { readInstitute } from "./institute.ts";
import { insistOnDone, isDone } from "./jobs/done.ts";
import { defineJob, type JobContext, type PayloadOf } from "./jobs/job.ts";
import type { AnyMailKind, MailKind } from "./mail/kind.ts";
import type { MailLogo } from "./mail/logo.ts";
import { writeMail } from "./mail/write.ts";
import type { Mail } from "./ports.ts";

/** A job carries no files: the room of this kind makes the file from the id when the mail is sent. */
const Attachment = z.object({ kind: z.string(), id: z.string() });

const delivery = {
  to: z.string(),
  /** The mail is not sent after this time, because it would come too late. */
  until: z.iso.datetime().optional(),
  attachments: z.array(Attachment).optional(),
};

/** A mail of a kind, written when it is sent. `mailOf` makes the payload. */
export const sendMail = defineJob("mail.write", {
  ...delivery,
  kind: z.string(),
  data: z.record(z.string(), z.unknown()),
});

/** Mails that earlier releases wrote when they enqueued them. Under another name, so that these releases leave ours alone. */
export const sendWritten = defineJob("mail.send", {
  ...delivery,
  subject: z.string(),
  text: z.string(),
  html: z.string().optional(),
  unsubscribeUrl: z.string().optional(),
});

export type MailJob = PayloadOf<typeof sendMail>;

type Delivery<Data> = Pick<MailJob, "to" | "until" | "attachments"> & { data: Data };

/** The payload of a mail. Data that does not fit its kind is found here and not when the mail is sent. */
export function mailOf<Data>(kind: MailKind<Data>, { data, ...delivery }: Delivery<Data>): MailJob {
  return { ...delivery, kind: kind.name, data: kind.data.parse(data) as MailJob["data"] };
}

type Attached = NonNullable<Mail["attachments"]>;
/** Returns no file when the record behind it no longer exists. */
export type Attach = (deps: Deps, id: string) => Promise<Attached>;

export type ReadMailLogo = (deps: Deps, institute: Institute) => Promise<MailLogo | null>;

type MailSetup = { kinds: AnyMailKind[]; attachers: Record<string, Attach>; readLogo: ReadMailLogo };

export async function deliverMail(
  ctx: JobContext,
  job: MailJob,
  { kinds, attachers, readLogo }: MailSetup,
): Promise<void> {
  const { db, publicUrl, clock } = ctx;
  const kind = kinds.find(({ name }) => name === job.kind);
  const write = async () => {
    if (!kind) throw new Error(`No room writes the mail ${job.kind}.`);
    const institute = await readInstitute(db);
    const logo = await readLogo(ctx, institute);
    return writeMail(kind, job.data, { institute, logo, publicUrl, now: clock.now() });
  };
  await deliver(ctx, job, { attachers, write, kept: kind?.isKept ? kind : undefined });
}

export async function deliverWritten(
  ctx: JobContext,
  job: PayloadOf<typeof sendWritten>,
  { attachers }: MailSetup,
): Promise<void> {
  const { subject, text, html, unsubscribeUrl } = job;
  const written = { subject, text, ...(html ? { html } : {}), ...(unsubscribeUrl ? { unsubscribeUrl } : {}) };
  await deliver(ctx, job, { attachers, write: async () => written });
}

type Sending = {
  attachers: MailSetup["attachers"];
  write(): Promise<Omit<Mail, "to">>;
  /** The kind, if the history of the person keeps it. */
  kept?: AnyMailKind | undefined;
};

async function deliver(
  ctx: JobContext,
  { to, until, attachments = [] }: z.infer<z.ZodObject<typeof delivery>>,
  { attachers, write, kept }: Sending,
): Promise<void> {
  const { db, mailer, jobId, publicUrl, clock } = ctx;
  // Who was enrolled at the desk may have given no address.
  if (to === "" || (until && clock.now() > new Date(until)) || (await isDone(db, jobId))) return;
  const files: Attached = [];
  for (const { kind, id } of attachments) {
    const attach = attachers[kind];
    if (!attach) throw new Error(`No room attaches ${kind} to a mail.`);
    files.push(...(await attach(ctx, id)));
  }
  const written = await write();
  await mailer.send({
    ...written,
    to,
    ...(files.length > 0 ? { attachments: files } : {}),
    messageId: `<job-${jobId}@${new URL(publicUrl).hostname}>`,
  });
  // A kill between these two lines sends the mail a second time, with the same Message-ID.
  await insistOnDone(db, jobId, async (tx) => {
    if (!kept) return;
    const { subject } = written;
    await tx.insert(sentMail).values({ jobId, email: to, kind: kept.name, subject, sentAt: clock.now() });
  });
}
