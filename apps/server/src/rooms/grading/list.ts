import type { SetHomework } from "@shoreline/contract";
import { and, desc, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { StaffCtx } from "../../context.ts";
import { anyOf } from "../../db/any-of.ts";
import type { Db } from "../../db/connect.ts";
import { cutPage, inTime, isBefore } from "../../db/cursor.ts";
import { homework, homeworkWork } from "../../db/tables/class-homework.ts";
import { course } from "../../db/tables/course.ts";
import { batch, liveClass } from "../../db/tables/schedule.ts";
import { formatDay } from "../../format.ts";
import { readInstitute } from "../site/queries.ts";
import { nameOf } from "../teaching/list.ts";
import { listBatchesOf, seesAll, type Trainer } from "../teaching/own.ts";
import { isGradedBy, placeOf } from "./own.ts";

const pageSize = 25;
const mostBatches = 200;
const bySetting = inTime(sql`${homework.setAt}`);

type Asked = { show: "waiting" | "all"; after?: string | undefined };

export async function listHomework(ctx: StaffCtx, asked: Asked) {
  const { page, next } = cutPage(
    await pageOf(ctx.db, { ...asked, isListed: await isListed(ctx), size: pageSize + 1 }),
    pageSize,
  );
  const counted = page.map((row): SetHomework => {
    const { id, title, dueOn, setAt } = row.homework;
    const { waiting, givenBack, done, learners } = row;
    return {
      ...placeOf(row),
      ...{ homeworkId: id, title, dueOn, setAt: setAt.toISOString(), learners, waiting, givenBack, done },
    };
  });
  return { homework: counted, next };
}

/** Works that wait for a grading, of the homework that the list shows to who asks; not more than `most`. */
export async function countToGrade(ctx: StaffCtx, most: number): Promise<number> {
  const rows = await ctx.db
    .select({ learnerId: homeworkWork.learnerId })
    .from(homeworkWork)
    .innerJoin(homework, eq(homework.id, homeworkWork.homeworkId))
    .innerJoin(batch, eq(batch.id, homework.batchId))
    .leftJoin(liveClass, eq(liveClass.id, homework.classId))
    .where(and(eq(homeworkWork.state, "handed in"), await isListed(ctx)))
    .limit(most);
  return rows.length;
}

async function isListed(ctx: StaffCtx): Promise<SQL | undefined> {
  if (seesAll(ctx)) return undefined;
  const own = anyOf(await listBatchesOf(ctx.db, ctx.staff));
  // Said of both: otherwise PostgreSQL reads all batches for the join.
  return and(eq(homework.batchId, own), eq(batch.id, own), isGradedBy(ctx.staff));
}

const countOf = (state: string) => sql<number>`(
  select count(*)::int from homework_work work where work.homework_id = ${homework.id} and work.state = ${state})`;

function pageOf(db: Db, { show, after, isListed, size }: Asked & { isListed: SQL | undefined; size: number }) {
  return db
    .select({
      ...{ id: homework.id, key: bySetting.key, homework, run: batch, liveClass },
      ...{ courseName: course.name, courseId: course.courseId },
      ...{ waiting: countOf("handed in"), givenBack: countOf("given back"), done: countOf("done") },
      learners: sql<number>`(
        select count(*)::int from batch_place place join purchase p on p.id = place.purchase_id
        where place.batch_id = ${homework.batchId} and p.state in ('active', 'suspended'))`,
    })
    .from(homework)
    .innerJoin(batch, eq(batch.id, homework.batchId))
    .innerJoin(course, eq(course.id, batch.courseId))
    .leftJoin(liveClass, eq(liveClass.id, homework.classId))
    .where(
      and(
        isListed,
        show === "waiting"
          ? sql`${homework.id} in (select homework_id from homework_work where state = 'handed in')`
          : undefined,
        after ? isBefore(bySetting, homework.id, after) : undefined,
      ),
    )
    .orderBy(desc(homework.setAt), desc(homework.id))
    .limit(size);
}

/** Of batches that are not over for long: homework of the last class is set after it. */
export async function listBatches(ctx: StaffCtx, trainer: Trainer | null) {
  const rows = await ctx.db
    .select({ batch, courseName: course.name, courseId: course.courseId })
    .from(batch)
    .innerJoin(course, eq(course.id, batch.courseId))
    .where(
      and(
        isNull(batch.cancelledAt),
        sql`${batch.endsAt} > ${ctx.clock.now().toISOString()}::timestamptz - interval '60 days'`,
        trainer ? eq(batch.id, anyOf(await listBatchesOf(ctx.db, trainer))) : undefined,
      ),
    )
    .orderBy(desc(batch.startsAt), desc(batch.id))
    .limit(mostBatches);
  const zone = await readInstitute(ctx.db);
  const named = rows.map(({ batch: one, courseName, courseId }) => ({
    ...{ batchId: one.id, courseId, startsAt: one.startsAt, name: `${courseName}, ${nameOf(one)}` },
  }));
  const times = Map.groupBy(named, ({ name }) => name);
  return {
    batches: named.map(({ batchId, courseId, startsAt, name }) => {
      const isOnly = times.get(name)?.length === 1;
      return { batchId, courseId, name: isOnly ? name : `${name}, from ${formatDay(startsAt, zone)}` };
    }),
  };
}
