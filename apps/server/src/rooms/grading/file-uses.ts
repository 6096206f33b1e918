import { sql } from "drizzle-orm";
import type { FileUse } from "../../context.ts";
import { homework } from "../../db/tables/class-homework.ts";
import { batch } from "../../db/tables/schedule.ts";
import { mayOpen } from "../lesson/access.ts";
import { isGradedBy } from "./own.ts";

const ofBatch = sql`join batch on batch.id = homework.batch_id left join live_class on live_class.id = homework.class_id`;

/** Files that a trainer has added to homework: for the batch. */
const ofHomework: FileUse = {
  isUsed: (fileId) => sql`exists (select from homework_file used where used.file_id = ${fileId})`,
  opensForLearner: ({ fileId, learnerId }) => sql`exists (
    select from homework_file used join ${homework} on homework.id = used.homework_id join ${batch} on batch.id = homework.batch_id
    where used.file_id = ${fileId} and ${mayOpen({ learnerId, courseId: batch.courseId, batchId: batch.id })})`,
  opensForTrainer: ({ fileId, trainer }) => sql`exists (
    select from homework_file used join ${homework} on homework.id = used.homework_id ${ofBatch}
    where used.file_id = ${fileId} and ${isGradedBy(trainer)})`,
};

/** Files that learners have handed in: for who grades them. Learners open their own in any case. */
const ofSubmissions: FileUse = {
  isUsed: (fileId) => sql`exists (select from submission_file used where used.file_id = ${fileId})`,
  opensForLearner: () => sql`false`,
  opensForTrainer: ({ fileId, trainer }) => sql`exists (
    select from submission_file used join submission sent on sent.id = used.submission_id
      join ${homework} on homework.id = sent.homework_id ${ofBatch}
    where used.file_id = ${fileId} and ${isGradedBy(trainer)})`,
};

export const homeworkFileUses = [ofHomework, ofSubmissions];
