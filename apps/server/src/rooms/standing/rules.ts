import type { Api, BehindRules, ParsedInput } from "@shoreline/contract";
import type { StaffCtx } from "../../context.ts";
import type { Db } from "../../db/connect.ts";
import { readClassSettings, saveClassSettings } from "../schedule/settings.ts";
import { recordChange } from "../staff/audit.ts";

export async function readBehindRules(db: Db): Promise<BehindRules> {
  const { behind, version } = await readClassSettings(db);
  return { ...behind, version };
}

type Given = ParsedInput<Api["standing"]["saveRules"]>;

export async function saveBehindRules(ctx: StaffCtx, { version, ...behind }: Given): Promise<BehindRules> {
  return ctx.db.transaction(async (tx) => {
    const { version: _, ...before } = await readBehindRules(tx);
    await saveClassSettings(tx, { behind }, version);
    await recordChange(tx, ctx, {
      ...{ action: "Changed who falls behind", kind: "setting", thingId: "progress", thing: "Falling behind" },
      ...{ before, after: behind },
    });
    return readBehindRules(tx);
  });
}
