import { sql } from "drizzle-orm";
import type { FileUse } from "../../context.ts";
import { recording } from "../../db/tables/lesson.ts";
import { mayOpen } from "../lesson/access.ts";
import { isRecordedBy } from "./recording-own.ts";

/** A film opens for the batch of its class, or for everybody in its course; for trainers as its class or its course does. */
export const recordingFileUse: FileUse = {
  isUsed: (fileId) => sql`exists (select from recording used where used.file_id = ${fileId})`,
  opensForLearner: ({ fileId, learnerId }) => sql`exists (
    select from ${recording}
    where recording.file_id = ${fileId}
      and ${mayOpen({ learnerId, courseId: recording.courseId, batchId: recording.batchId })})`,
  opensForTrainer: ({ fileId, trainer }) => sql`exists (
    select from ${recording}
      left join live_class on live_class.id = recording.class_id left join batch on batch.id = recording.batch_id
    where recording.file_id = ${fileId} and ${isRecordedBy(trainer)})`,
};
