import { drizzle } from "drizzle-orm/node-postgres";
import type pg from "pg";
import { eraseAgain } from "../person/erase.ts";
import type { PersonalPlace } from "../person/who.ts";

type Erasures = Record<string, unknown>[];

/** What the database that is about to be replaced knows about erased people. */
export async function readErasures(client: pg.ClientBase): Promise<Erasures> {
  const { rows: known } = await client.query("select to_regclass('public.erasure') as table");
  return known[0]?.table ? (await client.query("select * from erasure")).rows : [];
}

/**
 * Ended sessions stay ended: everybody signs in again, in a browser that is new to us. People who were erased since the backup
 * are erased again.
 */
export async function afterRestore(
  client: pg.ClientBase,
  { erasures, places, since }: { erasures: Erasures; places: PersonalPlace[]; since: Date },
): Promise<void> {
  await client.query(
    `delete from session; delete from ticket; delete from one_time_code; delete from device_code; delete from known_device;
     delete from staff_session; delete from staff_link`,
  );
  await client.query(
    "insert into erasure select * from json_populate_recordset(null::erasure, $1) on conflict do nothing",
    [JSON.stringify(erasures)],
  );
  const db = drizzle({ client: client as pg.Client, casing: "snake_case" });
  await eraseAgain(db, { places, now: new Date(), since });
}
