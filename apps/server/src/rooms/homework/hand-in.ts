import { Refusal } from "@shoreline/contract";
import { dayAt } from "@shoreline/domain/batch";
import { isLate, type WhyNoHandIn, whyNoHandIn } from "@shoreline/domain/class-homework";
import { and, eq, isNull, sql } from "drizzle-orm";
import type { SignedInCtx } from "../../context.ts";
import type { Db } from "../../db/connect.ts";
import { homework, homeworkWork, submission, submissionFile } from "../../db/tables/class-homework.ts";
import { batch, liveClass } from "../../db/tables/schedule.ts";
import { staff } from "../../db/tables/staff.ts";
import { enqueue } from "../../jobs/queue.ts";
import { openPlace } from "../lesson/access.ts";
import { refuseOtherFiles } from "../lesson/refuse-other-files.ts";
import { addToDigest } from "../notification/digest.ts";
import { plainName } from "../schedule/trainers.ts";
import { readInstitute } from "../site/queries.ts";
import { inOrder } from "./files.ts";
import { holdWork } from "./hold-work.ts";
import { compareSubmission } from "./jobs.ts";
import { readOwn } from "./own.ts";

const refusals = {
  graded: "HOMEWORK_GRADED",
  late: "HOMEWORK_LATE",
  "too many versions": "TOO_MANY_VERSIONS",
} as const satisfies Record<WhyNoHandIn, string>;

type Given = {
  courseId: string;
  homeworkId: string;
  submissionId: string;
  text: string;
  link: string;
  fileIds: string[];
};

export async function handIn(ctx: SignedInCtx, given: Given) {
  await ctx.db.transaction((tx) => store(ctx, tx, given));
  return readOwn(ctx, given);
}

async function store({ clock, learner }: SignedInCtx, tx: Db, given: Given): Promise<void> {
  const { homeworkId, submissionId, text, link, fileIds } = given;
  const now = clock.now();
  const learnerId = learner.id;
  const place = await openPlace(tx, { learnerId, courseId: given.courseId });
  const found = place.batchId ? await holdOpenHomework(tx, { homeworkId, batchId: place.batchId }) : null;
  if (!found) throw new Refusal("UNKNOWN_HOMEWORK");
  const { state, versions } = await holdWork(tx, { homeworkId, learnerId, now });
  if (await isStored(tx, { submissionId, homeworkId, learnerId })) return;
  const today = dayAt(now, (await readInstitute(tx)).timeZone);
  const deadline = { ...found, state, today, versions };
  const reason = whyNoHandIn(deadline);
  if (reason) throw new Refusal(refusals[reason]);
  await refuseOtherFiles(tx, { fileIds, courseId: place.courseId, who: { learnerId } });
  await tx.insert(submission).values({
    ...{ id: submissionId, homeworkId, learnerId, version: versions + 1, text, link, at: now },
    isLate: isLate(deadline),
  });
  if (fileIds.length > 0)
    await tx.insert(submissionFile).values(inOrder(fileIds).map((file) => ({ submissionId, ...file })));
  await tx
    .update(homeworkWork)
    .set({ state: "handed in", changedAt: now, revision: sql`${homeworkWork.revision} + 1` })
    .where(and(eq(homeworkWork.homeworkId, homeworkId), eq(homeworkWork.learnerId, learnerId)));
  if (text) await enqueue(tx, compareSubmission, { submissionId });
  // Without the learner's name, which an erasure would not find there.
  if (found.trainerId)
    await addToDigest(tx, [
      {
        ...{ staffId: found.trainerId, kind: "handed in", at: now, about: `handed in ${homeworkId}` },
        ...{ course: place.courseName, title: `“${found.title}” was handed in`, link: `/staff/homework/${homeworkId}` },
      },
    ]);
}

/** Older classes know their trainer by name only. */
const byName = sql`(
  select one.id from staff one where one.closed_at is null and ${plainName(sql`one.name`)} = ${plainName(sql`${liveClass.trainerName}`)}
  order by one.id limit 1)`;

/** With who grades it; removing it waits for the end of the transaction. */
async function holdOpenHomework(tx: Db, { homeworkId, batchId }: { homeworkId: string; batchId: string }) {
  await tx.execute(sql`select from homework where id = ${homeworkId} for key share`);
  const [found] = await tx
    .select({ title: homework.title, dueOn: homework.dueOn, allowsLate: homework.allowsLate, trainerId: staff.id })
    .from(homework)
    .innerJoin(batch, eq(batch.id, homework.batchId))
    .leftJoin(liveClass, eq(liveClass.id, homework.classId))
    .leftJoin(
      staff,
      and(
        sql`${staff.id} = coalesce(${liveClass.trainerId}, ${batch.trainerId}, ${byName}, ${homework.staffId})`,
        isNull(staff.closedAt),
      ),
    )
    .where(and(eq(homework.id, homeworkId), eq(homework.batchId, batchId)));
  return found ?? null;
}

type Stored = { submissionId: string; homeworkId: string; learnerId: string };

/** The same attempt again. An id that belongs to something else is no attempt of this form. */
async function isStored(tx: Db, { submissionId, homeworkId, learnerId }: Stored): Promise<boolean> {
  const [known] = await tx.select().from(submission).where(eq(submission.id, submissionId));
  if (!known) return false;
  if (known.homeworkId === homeworkId && known.learnerId === learnerId) return true;
  throw new Refusal("INVALID_INPUT", { fields: { submissionId: "Please reload the page" } });
}
