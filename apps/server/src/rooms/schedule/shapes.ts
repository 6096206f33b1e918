import { sql } from "drizzle-orm";
import { z } from "zod";
import { Moment, type RecordCheck } from "../../content/well-formed.ts";
import { isOurTime } from "../../db/our-time.ts";
import { batch, liveClass } from "../../db/tables/schedule.ts";

export const classShape = {
  kind: "class",
  key: ({ id }: { id: string }) => id,
  schema: z.object({ startsAt: Moment, changedAt: Moment }),
};

export const nextBatchShape = {
  kind: "batch",
  key: ({ courseId }: { courseId: string }) => `of ${courseId}`,
  schema: z.object({ startsAt: Moment }),
};

export const scheduleChecks: RecordCheck[] = [
  {
    kind: "class",
    table: liveClass,
    key: liveClass.id,
    isBroken: sql`not (${isOurTime(liveClass.startsAt)}) or not (${isOurTime(liveClass.changedAt)})`,
    problem: "starts_at or changed_at",
  },
  {
    kind: "batch",
    table: batch,
    key: batch.id,
    isBroken: sql`not (${isOurTime(batch.startsAt)}) or not (${isOurTime(batch.endsAt)})`,
    problem: "starts_at or ends_at",
  },
];
