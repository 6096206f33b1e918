import { sql } from "drizzle-orm";
import type { Db } from "../db/connect.ts";
import { demoContent } from "../db/tables/house.ts";
import { institute } from "../db/tables/site.ts";

type ContentRun = { db: Db; now: Date };

/** What a room brings from content/. Dates there are relative: `freshen` moves them along with the days. */
export type RoomContent = {
  name: string;
  load(run: ContentRun): Promise<number>;
  freshen?(run: ContentRun): Promise<void>;
};

type DemoRun = ContentRun & { rooms: RoomContent[] };

/** Fills an empty database, all rooms or none. Returns what was loaded, or null where there was something already. */
export async function loadDemo({ db, now, rooms }: DemoRun): Promise<Record<string, number> | null> {
  return db.transaction(async (tx) => {
    const { rows } = await tx.execute(
      sql`select exists (select from ${institute}) or exists (select from ${demoContent}) as "isFilled"`,
    );
    if (rows[0]?.isFilled) return null;
    const counts: Record<string, number> = {};
    for (const room of rooms) counts[room.name] = await room.load({ db: tx, now });
    await tx.insert(demoContent).values({ loadedAt: now });
    return counts;
  });
}

/** Keeps the demo institute from going stale. A database that holds a real institute is left alone. */
export async function freshenDemo({ db, now, rooms }: DemoRun): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [loaded] = await tx.select().from(demoContent).for("update");
    if (!loaded) return false;
    for (const room of rooms) await room.freshen?.({ db: tx, now });
    return true;
  });
}
