import type { RecordingRules } from "@shoreline/contract";
import type { StaffCtx } from "../../context.ts";
import type { Db } from "../../db/connect.ts";
import { readClassSettings, saveClassSettings } from "../schedule/settings.ts";
import { recordChange } from "../staff/audit.ts";

export async function readRecordingRules(db: Db): Promise<RecordingRules & { version: number }> {
  const { recordingPercent, countRecordings, version } = await readClassSettings(db);
  return { recordingPercent, countRecordings, version };
}

/** From now on: who has watched enough before is counted when they open the recording again. */
export async function saveRecordingRules(ctx: StaffCtx, { version, ...after }: RecordingRules & { version: number }) {
  return ctx.db.transaction(async (tx) => {
    const { version: _, ...before } = await readRecordingRules(tx);
    await saveClassSettings(tx, after, version);
    await recordChange(tx, ctx, {
      ...{ action: "Changed the rules about recordings", kind: "setting", thingId: "recordings", thing: "Recordings" },
      ...{ before, after },
    });
    return readRecordingRules(tx);
  });
}
