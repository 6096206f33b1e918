import { type BatchStanding, type LearnerPage, type LearnerStanding, Refusal } from "@shoreline/contract";
import { dayAt } from "@shoreline/domain/batch";
import { type BehindRule, behindText, heldOf, whyBehind } from "@shoreline/domain/progress";
import { and, desc, eq, gt, isNull, lte, type SQL, sql } from "drizzle-orm";
import type { StaffCtx } from "../../context.ts";
import { anyOf } from "../../db/any-of.ts";
import { hasLearners, isCurrentPurchase } from "../../db/current-purchase.ts";
import { course } from "../../db/tables/course.ts";
import { purchase } from "../../db/tables/enrolment.ts";
import { batch, batchPlace } from "../../db/tables/schedule.ts";
import { fullName } from "../account/queries.ts";
import { listBatches } from "../grading/list.ts";
import { withDetail } from "../progress/detail.ts";
import { type Measured, readProgress } from "../progress/facts.ts";
import { type Measures, measure } from "../progress/measure.ts";
import { readClassSettings } from "../schedule/settings.ts";
import { readInstitute } from "../site/queries.ts";
import { listBatchesOf } from "../teaching/own.ts";
import { factsOf, findBatch, trainerOf } from "./own.ts";

const mostLearners = 500;
const mostOwn = 20;

/** The page opens on the own batch in which most fall behind, or else on one that runs and has learners. */
export async function listOwnBatches(ctx: StaffCtx) {
  const { batches } = await listBatches(ctx, trainerOf(ctx));
  const own = (await countOwn(ctx)).batches.filter(({ behind }) => behind > 0);
  const [most] = own.toSorted((one, other) => other.behind - one.behind);
  const beginWith = most?.batchId ?? (await findRunning(ctx, batches)) ?? batches[0]?.batchId ?? null;
  return { batches, beginWith };
}

async function findRunning({ db, clock }: StaffCtx, batches: { batchId: string }[]): Promise<string | undefined> {
  const now = clock.now();
  const [found] = await db
    .select({ batchId: batch.id })
    .from(batch)
    .where(
      and(
        ...[lte(batch.startsAt, now), gt(batch.endsAt, now), hasLearners(batch.id)],
        eq(batch.id, anyOf(batches.map(({ batchId }) => batchId))),
      ),
    )
    .orderBy(desc(batch.startsAt), batch.id)
    .limit(1);
  return found?.batchId;
}

export async function readBatch(ctx: StaffCtx, { batchId }: { batchId: string }): Promise<BatchStanding> {
  const now = ctx.clock.now();
  const found = await findBatch(ctx, batchId);
  const whose = isIn(sql`${batchPlace.batchId} = ${batchId}`);
  const rows = await readProgress(ctx.db, { whose, now, most: mostLearners + 1 });
  const { behind } = await readClassSettings(ctx.db);
  const learners = rows.slice(0, mostLearners).map((row) => toStanding(row, { run: found.batch, rule: behind, now }));
  return {
    ...factsOf(found),
    // The order by name stays among those with as many reasons.
    learners: learners.toSorted((one, other) => other.reasons.length - one.reasons.length),
    isCut: rows.length > mostLearners,
  };
}

const isIn = (place: SQL) => sql`${place} and ${isCurrentPurchase}`;

type Run = Pick<typeof batch.$inferSelect, "startsAt" | "endsAt">;
type Given = { run: Run; rule: BehindRule; now: Date };

function toStanding({ measures, progress }: Measured, given: Given): LearnerStanding {
  const { held, attended, recordings, watched, homework, certificate } = progress;
  const { missedInARow, isOnHold } = measures;
  return {
    ...{ learnerId: measures.learnerId, name: fullName(measures), isOnHold, held, attended, missedInARow },
    ...{ overdue: homework.overdue, givenBack: homework.givenBack, recordings, watched },
    ...{ lastSeenAt: seenAt(measures)?.toISOString() ?? null, certificate },
    reasons: reasonsOf(measures, given),
  };
}

const seenAt = ({ lastSeen }: Measures) => (lastSeen === null ? null : new Date(lastSeen));

/** Who is on hold cannot join: that is a matter of the desk, not of diligence. */
function reasonsOf(measures: Measures, { run, rule, now }: Given): string[] {
  if (measures.isOnHold) return [];
  const standing = {
    ...{ held: heldOf(measures), attended: measures.attended, missedInARow: measures.missedInARow },
    ...{ overdueHomework: measures.overdue, lastSeenAt: seenAt(measures) },
    since: new Date(Math.max(measures.since, run.startsAt.getTime())),
    isOver: run.endsAt <= now,
  };
  return whyBehind(standing, rule, now).map(behindText);
}

export async function readLearner(ctx: StaffCtx, asked: { batchId: string; learnerId: string }): Promise<LearnerPage> {
  const now = ctx.clock.now();
  const found = await findBatch(ctx, asked.batchId);
  const whose = isIn(sql`${batchPlace.batchId} = ${asked.batchId} and ${purchase.learnerId} = ${asked.learnerId}`);
  const [row] = await readProgress(ctx.db, { whose, now });
  if (!row) throw new Refusal("NOT_IN_BATCH");
  const { behind: rule } = await readClassSettings(ctx.db);
  const { learnerId, name, isOnHold, lastSeenAt, reasons } = toStanding(row, { run: found.batch, rule, now });
  return {
    ...(await withDetail(ctx.db, row, now)),
    ...{ ...factsOf(found), learnerId, name, isOnHold, lastSeenAt, reasons },
  };
}

/** For Today: of the batches in which who asks teaches and that run now. */
export async function countOwn(ctx: StaffCtx) {
  const now = ctx.clock.now();
  const runs = await ctx.db
    .select({ batch, course: course.name })
    .from(batch)
    .innerJoin(course, eq(course.id, batch.courseId))
    .where(
      and(
        ...[isNull(batch.cancelledAt), lte(batch.startsAt, now), gt(batch.endsAt, now)],
        eq(batch.id, anyOf(await listBatchesOf(ctx.db, ctx.staff))),
      ),
    )
    .orderBy(desc(batch.startsAt), batch.id)
    .limit(mostOwn);
  if (runs.length === 0) return { batches: [] };
  const whose = isIn(sql`${batchPlace.batchId} = ${anyOf(runs.map((run) => run.batch.id))}`);
  const today = dayAt(now, (await readInstitute(ctx.db)).timeZone);
  // As many of each batch as its page lists.
  const rows = await measure(ctx.db, { whose, now, today, most: mostOwn * mostLearners });
  const { behind: rule } = await readClassSettings(ctx.db);
  return {
    batches: runs.map((run) => {
      const own = rows.filter(({ batchId }) => batchId === run.batch.id);
      const isBehind = (row: Measures) => reasonsOf(row, { run: run.batch, rule, now }).length > 0;
      return { ...factsOf(run), behind: own.filter(isBehind).length };
    }),
  };
}
