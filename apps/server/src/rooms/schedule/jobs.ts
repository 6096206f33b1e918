import { z } from "zod";
import { defineJob } from "../../jobs/job.ts";

export const remindOfClasses = defineJob("class.remind", {});

export const classChanged = defineJob("class.changed", {
  classId: z.string(),
  change: z.enum(["moved", "cancelled"]),
  sequence: z.int(),
  /** When it was planned for. */
  before: z.iso.datetime(),
});
