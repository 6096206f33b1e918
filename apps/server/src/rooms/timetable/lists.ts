import { Refusal } from "@shoreline/contract";
import { asc, isNull } from "drizzle-orm";
import type { Db } from "../../db/connect.ts";
import { campusRoom } from "../../db/tables/batch-plan.ts";

export async function listRooms(db: Db) {
  return db.select().from(campusRoom).where(isNull(campusRoom.closedAt)).orderBy(asc(campusRoom.name)).limit(mostRows);
}

export async function findRoom(db: Db, id: string): Promise<{ id: string; name: string }> {
  const found = (await listRooms(db)).find((one) => one.id === id);
  if (!found) throw new Refusal("UNKNOWN_CAMPUS_ROOM");
  return { id: found.id, name: found.name };
}

/** An institute with more rooms than that needs another page. */
const mostRows = 300;
