import { getTableColumns } from "drizzle-orm";
import { lead } from "../../db/tables/inbox.ts";

const { search: _search, ...leadColumns } = getTableColumns(lead);

export { leadColumns };
export type LeadRow = Omit<typeof lead.$inferSelect, "search">;
