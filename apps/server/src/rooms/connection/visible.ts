import { eq, type SQL } from "drizzle-orm";
import type { StaffCtx } from "../../context.ts";
import type { apiKey, webhook } from "../../db/tables/connection.ts";

/** Who has entered a demonstration finds the keys and webhooks made there only. */
export function isVisible({ staff }: Pick<StaffCtx, "staff">, table: typeof apiKey | typeof webhook): SQL | undefined {
  return staff.isDemo ? eq(table.isDemo, true) : undefined;
}
