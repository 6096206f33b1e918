import { and, asc, eq, getTableColumns, gt, lt, sql } from "drizzle-orm";
import { type Db, prepared } from "../../db/connect.ts";
import { eraseWhere } from "../../db/erase-where.ts";
import type { Exact } from "../../db/exact.ts";
import { course } from "../../db/tables/course.ts";
import { collection, question, result } from "../../db/tables/quiz.ts";
import { isOffered } from "../course/queries.ts";

const courseOf = { courseId: course.courseId, courseName: course.name };

export const listCollections = prepared((db) =>
  db
    .select({
      ...getTableColumns(collection),
      course: courseOf,
      questions: sql<number>`(select count(*)::int from ${question} where ${question.collectionId} = ${collection.id})`,
    })
    .from(collection)
    .leftJoin(course, and(isOffered, eq(course.courseId, collection.courseId)))
    .orderBy(asc(collection.position), asc(collection.id))
    .prepare("quiz_list"),
);

export const findCollection = prepared((db) =>
  db
    .select()
    .from(collection)
    .where(eq(collection.id, sql.placeholder("collectionId")))
    .prepare("quiz_find"),
);

export const countQuestions = prepared((db) =>
  db
    .select({ topic: question.topic, questions: sql<number>`count(*)::int` })
    .from(question)
    .where(eq(question.collectionId, sql.placeholder("collectionId")))
    .groupBy(question.topic)
    .prepare("quiz_count"),
);

export const listQuestions = prepared((db) =>
  db
    .select()
    .from(question)
    .where(
      and(eq(question.collectionId, sql.placeholder("collectionId")), eq(question.topic, sql.placeholder("topic"))),
    )
    .orderBy(asc(question.position))
    .prepare("quiz_questions"),
);

type NewResult = typeof result.$inferInsert;

/** Null when this attempt has been stored before. */
export async function addResult<Given extends NewResult>(db: Db, values: Exact<NewResult, Given>) {
  const [added] = await db.insert(result).values(values).onConflictDoNothing().returning();
  return added ?? null;
}

export async function findAttempt(db: Db, attemptId: string) {
  const [found] = await db.select().from(result).where(eq(result.attemptId, attemptId));
  return found ?? null;
}

/** Holds a lock until the transaction ends, so that results for one address are counted and stored one by one. */
export async function lockAddress(db: Db, email: string): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended('result ' || lower(${email}), 0))`);
}

export async function countResults(db: Db, { email, since }: { email: string; since: Date }): Promise<number> {
  return db.$count(result, and(sql`lower(${result.email}) = lower(${email})`, gt(result.takenAt, since)));
}

/** Finds a result with the course that teaches its subject, if that course is still offered. */
export const findResult = prepared((db) =>
  db
    .select({ result, course: courseOf })
    .from(result)
    .leftJoin(collection, eq(collection.id, result.collectionId))
    .leftJoin(course, and(isOffered, eq(course.courseId, collection.courseId)))
    .where(eq(result.id, sql.placeholder("resultId")))
    .prepare("quiz_result"),
);

export const eraseResults = (db: Db, before: Date) => eraseWhere(db, result, lt(result.takenAt, before));
