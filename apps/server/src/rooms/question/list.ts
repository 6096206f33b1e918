import type { OwnQuestion } from "@shoreline/contract";
import type { questionFilters } from "@shoreline/domain/question";
import { and, desc, eq, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import type { SignedInCtx } from "../../context.ts";
import type { Db } from "../../db/connect.ts";
import { cutPage, isBefore } from "../../db/cursor.ts";
import { classQuestion, questionSeen } from "../../db/tables/class-question.ts";
import { openPlace, type Place } from "../lesson/access.ts";
import { byLast, isUnread, isVisible, selectOwn, toOwn } from "./own.ts";
import { findWords } from "./words.ts";

const pageSize = 25;
const mostPinned = 10;
const mostUnread = 100;

type Asked = {
  courseId: string;
  show: (typeof questionFilters)[number];
  words: string;
  classId?: string | undefined;
  after?: string | undefined;
};

export async function listOwn(ctx: SignedInCtx, asked: Asked) {
  const { db, clock } = ctx;
  const now = clock.now();
  const learnerId = ctx.learner.id;
  const place = await openPlace(db, { learnerId, courseId: asked.courseId });
  const [unread, { page, next }] = await Promise.all([
    countUnread(db, { place, learnerId, now }),
    pageOf(db, { ...asked, place, learnerId, now }),
  ]);
  return { questions: page, next, unread, hasBatch: place.batchId !== null };
}

type Page = Asked & { place: Place; learnerId: string; now: Date };

async function pageOf(db: Db, { place, learnerId, now, show, words, classId, after }: Page) {
  const isSought = words.trim() ? await searchOwn(db, { place, learnerId, words }) : undefined;
  if (isSought === null) return { page: [], next: null };
  const isAsked = and(
    isVisible(place, learnerId),
    show === "mine" ? eq(classQuestion.learnerId, learnerId) : undefined,
    show === "open" ? isNull(classQuestion.answerId) : undefined,
    classId ? eq(classQuestion.classId, classId) : undefined,
    isSought,
  );
  const select = (where: SQL | undefined, most: number) =>
    selectOwn(db, { learnerId, now })
      .where(and(isAsked, where))
      .orderBy(desc(classQuestion.lastAt), desc(classQuestion.id))
      .limit(most);
  // Pinned ones are before the first page, and on none of them.
  const pinned = after ? [] : await select(isNotNull(classQuestion.pinnedAt), mostPinned);
  const isLater = after ? isBefore(byLast, classQuestion.id, after) : undefined;
  const { page, next } = cutPage(await select(and(isNull(classQuestion.pinnedAt), isLater), pageSize + 1), pageSize);
  const shown = [...pinned, ...page].map((row): OwnQuestion => toOwn(row, learnerId));
  return { page: shown, next };
}

/** In the batch, the course, and batches of before in which the learner has asked. */
async function searchOwn(db: Db, { place, learnerId, words }: Pick<Page, "place" | "learnerId" | "words">) {
  const { rows } = await db.execute<{ id: string }>(sql`
    select distinct coalesce(batch_id, course_id) as id from class_question
    where learner_id = ${learnerId} and course_id = ${place.courseId} limit 20`);
  const scopes = [...rows.map(({ id }) => id), place.courseId, ...(place.batchId ? [place.batchId] : [])];
  return findWords(db, words, [...new Set(scopes)]);
}

async function countUnread(db: Db, { place, learnerId, now }: Pick<Page, "place" | "learnerId" | "now">) {
  const rows = await db
    .select({ id: classQuestion.id })
    .from(classQuestion)
    .leftJoin(questionSeen, and(eq(questionSeen.questionId, classQuestion.id), eq(questionSeen.learnerId, learnerId)))
    .where(and(isVisible(place, learnerId), isUnread(now)))
    .limit(mostUnread);
  return rows.length;
}
