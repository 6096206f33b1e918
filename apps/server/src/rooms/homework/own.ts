import { type OwnHomework, type OwnWork, Refusal } from "@shoreline/contract";
import { dayAt } from "@shoreline/domain/batch";
import { isLate, mostPoints, whyNoHandIn } from "@shoreline/domain/class-homework";
import { and, desc, eq, sql } from "drizzle-orm";
import type { SignedInCtx } from "../../context.ts";
import type { Db } from "../../db/connect.ts";
import { homework, homeworkWork } from "../../db/tables/class-homework.ts";
import { purchase } from "../../db/tables/enrolment.ts";
import { attendance, batchPlace, liveClass } from "../../db/tables/schedule.ts";
import { isCountedHomework } from "../certificate/facts.ts";
import { openPlace } from "../lesson/access.ts";
import { readInstitute } from "../site/queries.ts";
import { filesOfHomework } from "./files.ts";
import { readHistory } from "./history.ts";

/** A batch has at most as many. */
const mostListed = 200;

type Own = { batchId: string; purchaseId: string; learnerId: string };

/** As for progress and certificates: not what was set before the learner came, nor what a cancelled class took along. */
const isRequired = sql<boolean>`(${liveClass.cancelledAt} is null and coalesce(${isCountedHomework}, false))`;

function selectOwn(db: Db, { batchId, purchaseId, learnerId }: Own, homeworkId?: string) {
  return db
    .select({ homework, work: homeworkWork, liveClass, isRequired })
    .from(homework)
    .innerJoin(batchPlace, eq(batchPlace.purchaseId, purchaseId))
    .innerJoin(purchase, eq(purchase.id, batchPlace.purchaseId))
    .leftJoin(liveClass, eq(liveClass.id, homework.classId))
    .leftJoin(attendance, and(eq(attendance.classId, liveClass.id), eq(attendance.learnerId, learnerId)))
    .leftJoin(homeworkWork, and(eq(homeworkWork.homeworkId, homework.id), eq(homeworkWork.learnerId, learnerId)))
    .where(and(eq(homework.batchId, batchId), homeworkId ? eq(homework.id, homeworkId) : undefined))
    .orderBy(desc(homework.setAt), desc(homework.id))
    .limit(mostListed);
}

type Row = Awaited<ReturnType<typeof selectOwn>>[number];

function toOwn({ homework: one, work, liveClass: about, isRequired: isAsked }: Row) {
  return {
    isRequired: isAsked,
    ...{ homeworkId: one.id, title: one.title, text: one.text, dueOn: one.dueOn, allowsLate: one.allowsLate },
    ...{ rubric: one.rubric, setAt: one.setAt.toISOString() },
    class: about && { number: about.number, topic: about.topic, startsAt: about.startsAt.toISOString() },
    state: work?.state ?? ("open" as const),
    points: work?.points ?? null,
    mostPoints: work?.mostPoints ?? mostPoints(one.rubric),
  };
}

const readerOf = ({ db, clock, learner }: SignedInCtx) => ({ db, clock, who: { learnerId: learner.id } });

export async function listOwn(ctx: SignedInCtx, { courseId }: { courseId: string }) {
  const { db, clock, learner } = ctx;
  const now = clock.now();
  const { batchId, purchaseId } = await openPlace(db, { learnerId: learner.id, courseId });
  if (!batchId) return { homework: [], now: now.toISOString() };
  const today = dayAt(now, (await readInstitute(db)).timeZone);
  const rows = await selectOwn(db, { batchId, purchaseId, learnerId: learner.id });
  const files = await filesOfHomework(
    readerOf(ctx),
    rows.map((row) => row.homework.id),
  );
  const shown = rows.map((row): OwnHomework => {
    const own = toOwn(row);
    const isOverdue = own.isRequired && own.state === "open" && isLate({ ...own, today });
    return { ...own, files: files.get(own.homeworkId) ?? [], isOverdue };
  });
  return { homework: shown, now: now.toISOString() };
}

export async function readOwn(
  ctx: SignedInCtx,
  { courseId, homeworkId }: { courseId: string; homeworkId: string },
): Promise<OwnWork> {
  const { db, clock, learner } = ctx;
  const now = clock.now();
  const { batchId, purchaseId, courseName } = await openPlace(db, { learnerId: learner.id, courseId });
  const [found] = batchId ? await selectOwn(db, { batchId, purchaseId, learnerId: learner.id }, homeworkId) : [];
  if (!found) throw new Refusal("UNKNOWN_HOMEWORK");
  const own = toOwn(found);
  const history = await readHistory(readerOf(ctx), { homeworkId, learnerId: learner.id });
  const deadline = { ...own, today: dayAt(now, (await readInstitute(db)).timeZone) };
  return {
    ...own,
    ...history,
    course: courseName,
    files: (await filesOfHomework(readerOf(ctx), [homeworkId])).get(homeworkId) ?? [],
    whyNot: whyNoHandIn({ ...deadline, versions: history.versions.length }),
    isLate: isLate(deadline),
    now: now.toISOString(),
  };
}
