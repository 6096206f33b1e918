import { Refusal } from "@shoreline/contract";
import type { RubricLine } from "@shoreline/domain/class-homework";
import { and, eq, ne, sql } from "drizzle-orm";
import type { StaffCtx } from "../../context.ts";
import type { Db } from "../../db/connect.ts";
import { homework, homeworkFile } from "../../db/tables/class-homework.ts";
import { inOrder } from "../homework/files.ts";
import { refuseOtherFiles } from "../lesson/refuse-other-files.ts";
import { addToDigest, forgetNews } from "../notification/digest.ts";
import { carryHomework } from "../schedule/carry.ts";
import { listActive } from "../schedule/list-active.ts";
import { touchClasses } from "../schedule/touch-classes.ts";
import { recordChange } from "../staff/audit.ts";
import { holdClass, seesAll, teachesBatch } from "../teaching/own.ts";
import { aboutHomework, type FoundHomework, findHomework, holdHomework, learnerPath } from "./own.ts";
import { countHandedIn } from "./read.ts";

const mostOfBatch = 200;

type Asked = {
  title: string;
  text: string;
  dueOn: string | null;
  allowsLate: boolean;
  rubric: RubricLine[];
  fileIds: string[];
};
type Target = { classId?: string | undefined; batchId?: string | undefined };

/** The same form again changes nothing and tells nobody. */
export async function setHomework(
  ctx: StaffCtx,
  { homeworkId, classId, batchId: given, fileIds, ...asked }: Asked & Target & { homeworkId: string },
) {
  const now = ctx.clock.now();
  return ctx.db.transaction(async (tx) => {
    const batchId = await holdTarget(ctx, tx, { classId, batchId: given });
    const others = await tx.$count(homework, and(eq(homework.batchId, batchId), ne(homework.id, homeworkId)));
    if (others >= mostOfBatch) throw new Refusal("TOO_MUCH_HOMEWORK");
    const stored = await tx
      .insert(homework)
      .values({ id: homeworkId, batchId, classId: classId ?? null, ...asked, setAt: now, staffId: ctx.staff.id })
      .onConflictDoNothing()
      .returning({ id: homework.id });
    const found = await findHomework(ctx, homeworkId, tx);
    const places = await listActive(tx, batchId);
    const learnerIds = places.map(({ learnerId }) => learnerId);
    if (stored.length === 0) return { homeworkId, learners: learnerIds.length };
    await storeFiles(ctx, tx, { found, fileIds });
    if (classId) {
      await touchClasses(tx, [classId]);
      await carryHomework(tx, places);
    }
    await tell(tx, { found, learnerIds, now, what: "new homework" });
    await recordChange(tx, ctx, { ...aboutHomework(found), action: "Set homework", after: logged(found) });
    return { homeworkId, learners: learnerIds.length };
  });
}

export async function changeHomework(
  ctx: StaffCtx,
  { homeworkId, version, fileIds, ...asked }: Asked & { homeworkId: string; version: number },
) {
  return ctx.db.transaction(async (tx) => {
    const before = await holdHomework(ctx, tx, { homeworkId, what: "all" });
    if (before.homework.version !== version) throw new Refusal("CHANGED_MEANWHILE");
    await tx
      .update(homework)
      .set({ ...asked, version: version + 1 })
      .where(eq(homework.id, homeworkId));
    const found = await findHomework(ctx, homeworkId, tx);
    await storeFiles(ctx, tx, { found, fileIds });
    const { classId, batchId } = found.homework;
    await touchClasses(tx, [classId]);
    const now = ctx.clock.now();
    const isNews = before.homework.dueOn !== asked.dueOn || before.homework.text !== asked.text;
    const learnerIds = (await listActive(tx, batchId)).map(({ learnerId }) => learnerId);
    if (isNews) await tell(tx, { found, learnerIds, now, what: "homework has changed" });
    await recordChange(tx, ctx, {
      ...{ ...aboutHomework(found), action: "Changed homework", before: logged(before), after: logged(found) },
    });
    return {};
  });
}

/** Refused when more learners have handed in than the page said. */
export async function removeHomework(
  ctx: StaffCtx,
  { homeworkId, handedIn }: { homeworkId: string; handedIn: number },
) {
  return ctx.db.transaction(async (tx) => {
    await tx.execute(sql`select from homework where id = ${homeworkId} for update`);
    const found = await findHomework(ctx, homeworkId, tx);
    const count = await countHandedIn(tx, homeworkId);
    if (count > handedIn) throw new Refusal("CHANGED_MEANWHILE");
    await tx.delete(homework).where(eq(homework.id, homeworkId));
    await touchClasses(tx, [found.homework.classId]);
    await forgetNews(tx, [`homework ${homeworkId}`, `handed in ${homeworkId}`, `graded ${homeworkId}`]);
    await recordChange(tx, ctx, {
      ...{ ...aboutHomework(found), action: "Removed homework", before: { ...logged(found), handedIn: count } },
    });
    return {};
  });
}

const logged = ({ homework: { title, dueOn, allowsLate, rubric } }: FoundHomework) => ({
  ...{ title, dueOn, allowsLate, rubric: rubric.map(({ text, points }) => `${text}: ${points}`) },
});

/**
 * The batch of the class, or the batch itself; somebody else's is refused like one that does not exist. Forms for one batch wait for each
 * other, so that they count right.
 */
async function holdTarget(ctx: StaffCtx, tx: Db, { classId, batchId = "" }: Target): Promise<string> {
  if (classId) {
    // The batch first, as where classes are changed.
    await tx.execute(sql`
      select from batch where id = (select batch_id from live_class where id = ${classId}) for no key update`);
    return (await holdClass(ctx, tx, classId)).batchId;
  }
  const { rows } = await tx.execute<{ isYours: boolean }>(sql`
    select ${teachesBatch(ctx.staff, sql`batch.id`)} as "isYours" from batch
    where id = ${batchId} and cancelled_at is null for no key update`);
  if (!rows[0] || !(rows[0].isYours || seesAll(ctx))) throw new Refusal("UNKNOWN_BATCH");
  return batchId;
}

/** Files that are there already may stay, also those that somebody else uploaded. */
async function storeFiles(ctx: StaffCtx, tx: Db, { found, fileIds }: { found: FoundHomework; fileIds: string[] }) {
  const homeworkId = found.homework.id;
  const removed = await tx
    .delete(homeworkFile)
    .where(eq(homeworkFile.homeworkId, homeworkId))
    .returning({ id: homeworkFile.fileId });
  const kept = removed.map(({ id }) => id);
  await refuseOtherFiles(tx, { fileIds, courseId: found.courseKey, kept, who: { staffId: ctx.staff.id } });
  if (fileIds.length > 0)
    await tx.insert(homeworkFile).values(inOrder(fileIds).map((file) => ({ homeworkId, ...file })));
}

type News = { found: FoundHomework; learnerIds: string[]; now: Date; what: string };

async function tell(tx: Db, { found, learnerIds, now, what }: News): Promise<void> {
  const { id: homeworkId, title } = found.homework;
  const item = {
    ...{ kind: "homework" as const, at: now, about: `homework ${homeworkId}` },
    ...{
      course: found.courseName,
      title: `${what}, “${title}”`,
      link: learnerPath({ courseId: found.courseId, homeworkId }),
    },
  };
  await addToDigest(
    tx,
    learnerIds.map((learnerId) => ({ ...item, learnerId })),
  );
}
