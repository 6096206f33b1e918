import type { RecordingRules } from "@shoreline/contract";
import type { StaffCtx } from "../../context.ts";
import type { Db } from "../../db/connect.ts";
import { enqueue } from "../../jobs/queue.ts";
import { readClassSettings, saveClassSettings } from "../schedule/settings.ts";
import { recordChange } from "../staff/audit.ts";
import { countWatched } from "./jobs.ts";

export async function readRecordingRules(db: Db): Promise<RecordingRules & { version: number }> {
  const { recordingPercent, countRecordings, version } = await readClassSettings(db);
  return { recordingPercent, countRecordings, version };
}

/** When watching begins to count as attending, a job counts what was watched before. */
export async function saveRecordingRules(ctx: StaffCtx, { version, ...after }: RecordingRules & { version: number }) {
  return ctx.db.transaction(async (tx) => {
    const { version: _, ...before } = await readRecordingRules(tx);
    await saveClassSettings(tx, after, version);
    if (after.countRecordings && !before.countRecordings)
      await enqueue(tx, countWatched, {}, { key: "count watched recordings" });
    await recordChange(tx, ctx, {
      ...{ action: "Changed the rules about recordings", kind: "setting", thingId: "recordings", thing: "Recordings" },
      ...{ before, after },
    });
    return readRecordingRules(tx);
  });
}
