import { sql } from "drizzle-orm";
import type { Deps } from "../../context.ts";

/** In all processes. */
export async function purgePages({ db }: Pick<Deps, "db">, why: string): Promise<void> {
  await db.execute(sql`select pg_notify('content', ${why})`);
}
