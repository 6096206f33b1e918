import { z } from "zod";
import { defineJob } from "../../jobs/job.ts";

/** All bytes of a file have arrived: it is scanned and stored. */
export const storeFile = defineJob("lesson.store", { fileId: z.string() });

/** The row of the file is gone. */
export const removeFile = defineJob("lesson.remove-file", { fileId: z.string() });
