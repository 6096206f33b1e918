import { sql } from "drizzle-orm";
import type { Db } from "../db/connect.ts";
import { demoContent } from "../db/tables/house.ts";
import { institute } from "../db/tables/site.ts";
import type { Files } from "../ports.ts";

type ContentRun = { db: Db; now: Date; files: Files };

/** How a room loads its part of content/. Dates there are relative to today, so `freshen` moves them every day. */
export type ContentLoader = {
  load(run: ContentRun): Promise<number>;
  freshen?(run: ContentRun): Promise<void>;
};

type DemoRun = ContentRun & { rooms: { name: string; content?: ContentLoader }[] };

/** Fills an empty database for all rooms or for none. Returns the counts, or null if the database had data already. */
export async function loadDemo({ rooms, ...run }: DemoRun): Promise<Record<string, number> | null> {
  return run.db.transaction(async (tx) => {
    const { rows } = await tx.execute(
      sql`select exists (select from ${institute}) or exists (select from ${demoContent}) as "isFilled"`,
    );
    if (rows[0]?.isFilled) return null;
    const counts: Record<string, number> = {};
    for (const { name, content } of rooms) if (content) counts[name] = await content.load({ ...run, db: tx });
    await tx.insert(demoContent).values({ loadedAt: run.now });
    return counts;
  });
}

/** Brings the demo institute's dates up to date. The database of a real institute is left alone. */
export async function freshenDemo({ rooms, ...run }: DemoRun): Promise<boolean> {
  return run.db.transaction(async (tx) => {
    const [loaded] = await tx.select().from(demoContent).for("update");
    if (!loaded) return false;
    for (const { content } of rooms) await content?.freshen?.({ ...run, db: tx });
    return true;
  });
}
