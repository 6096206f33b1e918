import { randomUUID } from "node:crypto";
import { addDays, dayAt } from "@shoreline/domain/batch";
import { sql } from "drizzle-orm";
import type { DemoMaker } from "../../content/demo.ts";
import { homework, homeworkWork } from "../../db/tables/class-homework.ts";
import { findDemoBatch } from "../grading/demo.ts";
import { readInstitute } from "../site/queries.ts";

const title = "Warm-up";
const day = 86_400_000;

/** A second homework that is overdue: who did neither falls behind, however few classes the batch has held. */
export const standingDemo: DemoMaker = {
  async people({ db, now }) {
    const found = await findDemoBatch(db, now);
    if (!found) return;
    const { batchId, learnerIds } = found;
    const isThere = sql`${homework.batchId} = ${batchId} and ${homework.title} = ${title}`;
    if ((await db.$count(homework, isThere)) > 0) return;
    const homeworkId = randomUUID();
    const today = dayAt(now, (await readInstitute(db)).timeZone);
    await db.insert(homework).values({
      ...{
        id: homeworkId,
        batchId,
        classId: found.classId,
        title,
        text: "Repeat the examples of the class by yourself.",
      },
      ...{ dueOn: addDays(today, -2), setAt: new Date(now.getTime() - 5 * day) },
    });
    const done = learnerIds.slice(0, -2);
    if (done.length > 0)
      await db
        .insert(homeworkWork)
        .values(done.map((learnerId) => ({ homeworkId, learnerId, state: "done" as const, changedAt: now })));
  },
};
