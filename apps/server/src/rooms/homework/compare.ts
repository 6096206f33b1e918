import { leastLikeness, likenessOf, type Sketch, sketchOf } from "@shoreline/domain/likeness";
import { eq, sql } from "drizzle-orm";
import type { Deps } from "../../context.ts";
import { submission } from "../../db/tables/class-homework.ts";

/** The latest versions of so many others are compared. */
const mostCompared = 500;
const mostHints = 10;

/**
 * The sketch is stored before the others are read: of two versions that are compared at the same time at least one finds the other.
 * A second run changes nothing.
 */
export async function findAlike({ db }: Pick<Deps, "db">, { submissionId }: { submissionId: string }): Promise<void> {
  const [own] = await db.select().from(submission).where(eq(submission.id, submissionId));
  const sketch = own && sketchOf(own.text);
  if (!own || !sketch) return;
  await db.execute(sql`
    insert into submission_sketch (submission_id, sketch)
    select id, ${sql.param(sketch)}::int[] from submission where id = ${submissionId} on conflict do nothing`);
  const { rows: others } = await db.execute<{ id: string; sketch: Sketch }>(sql`
    select last.id, k.sketch from (
      select distinct on (learner_id) id, at from submission
      where homework_id = ${own.homeworkId} and learner_id <> ${own.learnerId}
      order by learner_id, version desc
    ) last join submission_sketch k on k.submission_id = last.id
    order by last.at desc, last.id limit ${mostCompared}`);
  const alike = others
    .map((other) => ({ otherId: other.id, percent: likenessOf(sketch, other.sketch) }))
    .filter(({ percent }) => percent >= leastLikeness)
    .sort((one, other) => other.percent - one.percent)
    .slice(0, mostHints);
  if (alike.length === 0) return;
  // Who was erased meanwhile has no version any more.
  await db.execute(sql`
    insert into submission_likeness (one_id, other_id, percent)
    select least(own.id, other.id), greatest(own.id, other.id), hint.percent
    from json_to_recordset(${JSON.stringify(alike)}::json) as hint("otherId" uuid, percent int)
    join submission other on other.id = hint."otherId" join submission own on own.id = ${submissionId}
    on conflict do nothing`);
}
