import { type Api, type ParsedInput, Refusal } from "@shoreline/contract";
import { and, eq, sql } from "drizzle-orm";
import type { StaffCtx } from "../../context.ts";
import type { Db } from "../../db/connect.ts";
import { auditEntry } from "../../db/tables/staff.ts";
import type { JobContext, PayloadOf } from "../../jobs/job.ts";
import { enqueueAll } from "../../jobs/queue.ts";
import { mailOf } from "../../mail.ts";
import { limitDemoMails } from "../inbox/change.ts";
import { notifyWithMail } from "../notification/with-mail.ts";
import { recordChange } from "../staff/audit.ts";
import { listLearners } from "../teaching/roll.ts";
import { messageLearner } from "./jobs.ts";
import { learnerLetter } from "./mails.ts";
import { factsOf, findBatch } from "./own.ts";

type Written = ParsedInput<Api["standing"]["message"]>;
type Outcome = { sent: number; left: number };

/** So often each of the staff writes in an hour. */
const anHour = { points: 20, seconds: 3600 };

/** A job for each learner and the line of the audit log are stored together, or none of them is. */
export async function writeToLearners(ctx: StaffCtx, written: Written): Promise<Outcome> {
  const { batchId, subject, text, attemptId } = written;
  await findBatch(ctx, batchId);
  const known = await findAttempt(ctx.db, written);
  if (known) return known;
  await limitDemoMails(ctx);
  if ((await ctx.counter("standing.message", anHour).count(ctx.staff.id)) > anHour.points)
    throw new Refusal("TOO_MANY_MESSAGES");
  return ctx.db.transaction(async (tx) => {
    // One at a time: the same attempt must not be sent twice.
    await tx.execute(sql`select from batch where id = ${batchId} for no key update`);
    const found = await findBatch(ctx, batchId, tx);
    const before = await findAttempt(tx, written);
    if (before) return before;
    const inBatch = await listLearners(tx, batchId);
    const chosen = [...new Set(written.learnerIds)];
    const to = chosen.filter((id) => inBatch.has(id));
    if (to.length === 0) throw new Refusal("NOT_IN_BATCH");
    const letter = { subject, text, from: ctx.staff.name, courseId: found.courseId };
    await enqueueAll(
      tx,
      messageLearner,
      to.map((learnerId) => ({ ...letter, learnerId })),
    );
    const outcome = { sent: to.length, left: chosen.length - to.length };
    const { course, batch } = factsOf(found);
    // By the learners' ids: the log must not name people whom an erasure would not find there.
    await recordChange(tx, ctx, {
      ...{ action: "Wrote to learners", kind: "batch", thingId: batchId, thing: `${course}, ${batch}` },
      after: { subject, ...outcome, learners: to, attemptId },
    });
    return outcome;
  });
}

/** The audit log stays, so it knows best what was sent already. */
async function findAttempt(db: Db, { batchId, attemptId }: Written): Promise<Outcome | null> {
  const [entry] = await db
    .select({ after: auditEntry.after })
    .from(auditEntry)
    .where(
      and(
        ...[eq(auditEntry.thingId, batchId), eq(auditEntry.kind, "batch")],
        sql`${auditEntry.after} ->> 'attemptId' = ${attemptId}`,
      ),
    )
    .limit(1);
  const { sent = 0, left = 0 } = (entry?.after ?? {}) as Partial<Outcome>;
  return entry ? { sent, left } : null;
}

export async function deliverMessage(ctx: JobContext, written: PayloadOf<typeof messageLearner>): Promise<void> {
  const { learnerId, subject, text, from, courseId } = written;
  await notifyWithMail(ctx, learnerId, (_, { firstName, email }) => ({
    ...{ title: subject, text: `${text}\n\n${from}`, link: `/dashboard/learn/${encodeURIComponent(courseId)}` },
    at: ctx.clock.now(),
    mail: mailOf(learnerLetter, { to: email, data: { firstName, subject, text, from, courseId } }),
  }));
}
