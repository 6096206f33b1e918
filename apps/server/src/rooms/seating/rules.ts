import type { Api, ParsedInput, PlaceRules } from "@shoreline/contract";
import type { StaffCtx } from "../../context.ts";
import type { Db } from "../../db/connect.ts";
import { readClassSettings, saveClassSettings } from "../schedule/settings.ts";
import { recordChange } from "../staff/audit.ts";

export async function readPlaceRules(db: Db): Promise<PlaceRules & { version: number }> {
  const settings = await readClassSettings(db);
  const { changeUntilClass, mostChanges, changesNeedApproval, offerHours, pauseMostDays, version } = settings;
  return { changeUntilClass, mostChanges, changesNeedApproval, offerHours, pauseMostDays, version };
}

type Given = ParsedInput<Api["seating"]["saveSettings"]>;

export async function savePlaceRules(ctx: StaffCtx, { version, ...rules }: Given) {
  return ctx.db.transaction(async (tx) => {
    const { version: _, ...before } = await readPlaceRules(tx);
    await saveClassSettings(tx, rules, version);
    await recordChange(tx, ctx, {
      ...{ action: "Changed the rules about places", kind: "setting", thingId: "places", thing: "Changing batch" },
      ...{ before, after: rules },
    });
    return readPlaceRules(tx);
  });
}
