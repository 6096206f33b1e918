import type { AskedQuestion } from "@shoreline/contract";
import type { staffQuestionFilters } from "@shoreline/domain/question";
import { and, desc, eq, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import type { StaffCtx } from "../../context.ts";
import { anyOf } from "../../db/any-of.ts";
import { cutPage, isBefore } from "../../db/cursor.ts";
import { classQuestion } from "../../db/tables/class-question.ts";
import { byLast } from "../question/own.ts";
import { findWords } from "../question/words.ts";
import { listBatchesOf, seesAll } from "../teaching/own.ts";
import { isReported, selectAsked, toAsked } from "./own.ts";

const pageSize = 25;
const mostCounted = 1000;
const mostBatches = 300;

type Show = (typeof staffQuestionFilters)[number];
type Asked = { show: Show; words: string; classId?: string | undefined; after?: string | undefined };

const isShown = isNull(classQuestion.hiddenAt);
const filters: Record<Show, SQL | undefined> = {
  open: and(eq(classQuestion.isOpen, true), isShown),
  answered: and(eq(classQuestion.isOpen, false), isShown),
  reported: isReported,
  hidden: isNotNull(classQuestion.hiddenAt),
  all: undefined,
};

export async function listQuestions(ctx: StaffCtx, { show, words, classId, after }: Asked) {
  const own = await listOwn(ctx);
  const isSought = words.trim() ? await search(ctx, { words, own }) : undefined;
  if (isSought === null) return { questions: [], next: null };
  const rows = await selectAsked(ctx.db)
    .where(
      and(
        ...[isIn(own), filters[show], isSought],
        classId ? eq(classQuestion.classId, classId) : undefined,
        after ? isBefore(byLast, classQuestion.id, after) : undefined,
      ),
    )
    .orderBy(desc(classQuestion.lastAt), desc(classQuestion.id))
    .limit(pageSize + 1);
  const { page, next } = cutPage(rows, pageSize);
  return { questions: page.map((row): AskedQuestion => toAsked(row)), next };
}

/** The batches of a trainer; null: all. */
const listOwn = async (ctx: StaffCtx) => (seesAll(ctx) ? null : listBatchesOf(ctx.db, ctx.staff));

const isIn = (batchIds: string[] | null) => (batchIds ? eq(classQuestion.batchId, anyOf(batchIds)) : undefined);

type Sought = { words: string; own: string[] | null };

/** Trainers search in their batches only, which the index of words knows. */
async function search(ctx: StaffCtx, { words, own }: Sought): Promise<SQL | null | undefined> {
  if (!own) return findWords(ctx.db, words);
  const { rows } = await ctx.db.execute<{ id: string }>(sql`
    select id from batch where id = ${anyOf(own)} order by starts_at desc limit ${mostBatches}`);
  const ids = rows.map(({ id }) => id);
  return ids.length > 0 ? findWords(ctx.db, words, ids) : null;
}

export async function countQuestions(ctx: StaffCtx, { classId }: { classId?: string | undefined } = {}) {
  const isOwn = isIn(await listOwn(ctx));
  const count = async (show: Show) => {
    const isOne = and(isOwn, filters[show], classId ? eq(classQuestion.classId, classId) : undefined);
    const rows = await ctx.db.select({ id: classQuestion.id }).from(classQuestion).where(isOne).limit(mostCounted);
    return rows.length;
  };
  const [open, reported] = await Promise.all([count("open"), count("reported")]);
  return { open, reported };
}
