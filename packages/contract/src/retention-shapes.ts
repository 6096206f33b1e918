import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { version } from "./staff-shapes.ts";

const wrong = "Enter whole months from 1 to 120, or nothing";
const months = z
  .int(wrong)
  .min(1, wrong)
  .max(120, wrong)
  .nullable()
  .describe("After the end of a batch; null: they stay");

export const KeepFiles = z.object({ recordings: months, material: months, handedIn: months });

const amount = z.object({ count: z.int(), bytes: z.int() });
const Removal = z.object({ recordings: amount, material: amount, handedIn: amount });
export type Removal = z.infer<typeof Removal>;

const change = { staff: "change class settings" as const };

/** The calls of `library` about how long files stay. */
export const retentionCalls = {
  previewRemoval: endpoint({
    summary: "What a rule about old files would remove now",
    input: KeepFiles,
    reply: Removal,
    ...change,
  }),
  saveKeepFiles: endpoint({
    summary: "Say how long recordings, material and files handed in stay after the end of a batch",
    input: KeepFiles.extend({ version }),
    reply: KeepFiles.extend({ version }),
    refusals: ["CHANGED_MEANWHILE"],
    ...change,
  }),
};
