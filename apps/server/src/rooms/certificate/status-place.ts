import { randomInt } from "node:crypto";
import { desc, eq } from "drizzle-orm";
import type { Db } from "../../db/connect.ts";
import { certificateProof } from "../../db/tables/certificate.ts";

/** As few as the standard allows, so that one bit says little about whose it is. */
export const bitsPerList = 131_072;

/** Gives a certificate its place in a status list, at random; the same place when it has one. */
export async function takePlace(db: Db, id: string, places = bitsPerList): Promise<{ list: number; index: number }> {
  let list = await lastList(db);
  for (;;) {
    const found = await findPlace(db, id);
    if (found) return found;
    // Another certificate may have the place, or another process may give this one its place: then there is no new row.
    const added = await db
      .insert(certificateProof)
      .values({ id, statusList: list, statusIndex: randomInt(places) })
      .onConflictDoNothing()
      .returning({ id: certificateProof.id });
    if (added.length === 0 && (await isHalfFull(db, list, places))) list += 1;
  }
}

async function findPlace(db: Db, id: string) {
  const [found] = await db
    .select({ list: certificateProof.statusList, index: certificateProof.statusIndex })
    .from(certificateProof)
    .where(eq(certificateProof.id, id));
  return found;
}

async function lastList(db: Db): Promise<number> {
  const [last] = await db
    .select({ list: certificateProof.statusList })
    .from(certificateProof)
    .orderBy(desc(certificateProof.statusList))
    .limit(1);
  return last?.list ?? 1;
}

/** Then the next draw would often find a place that is taken too. Counted only after such a draw: it reads half of the list. */
async function isHalfFull(db: Db, list: number, places: number): Promise<boolean> {
  return (await db.$count(certificateProof, eq(certificateProof.statusList, list))) >= places / 2;
}
