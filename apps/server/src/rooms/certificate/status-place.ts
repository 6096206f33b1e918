import { randomInt } from "node:crypto";
import { desc, eq, sql } from "drizzle-orm";
import type { Db } from "../../db/connect.ts";
import { certificateProof } from "../../db/tables/certificate.ts";

/** As few as the standard allows, so that one bit says little about whose it is. */
export const bitsPerList = 131_072;

/** A place is drawn by lot: in a list that is half full the second draw finds one in three of four cases. */
const longestList = bitsPerList / 2;

/** Gives a certificate its place in a status list, at random; the same place when it has one. */
export async function takePlace(db: Db, id: string): Promise<{ list: number; index: number }> {
  for (;;) {
    const found = await findPlace(db, id);
    if (found) return found;
    const statusList = await openList(db);
    // Another certificate may have the place, or another process may give this one its place: then there is no new row.
    await db
      .insert(certificateProof)
      .values({ id, statusList, statusIndex: randomInt(bitsPerList) })
      .onConflictDoNothing();
  }
}

async function findPlace(db: Db, id: string) {
  const [found] = await db
    .select({ list: certificateProof.statusList, index: certificateProof.statusIndex })
    .from(certificateProof)
    .where(eq(certificateProof.id, id));
  return found;
}

/** The last list, or the next when it is half full. */
async function openList(db: Db): Promise<number> {
  const [last] = await db
    .select({ list: certificateProof.statusList })
    .from(certificateProof)
    .orderBy(desc(certificateProof.statusList))
    .limit(1);
  if (!last) return 1;
  const [used] = await db
    .select({ places: sql<number>`count(*)::int` })
    .from(certificateProof)
    .where(eq(certificateProof.statusList, last.list));
  return (used?.places ?? 0) < longestList ? last.list : last.list + 1;
}
