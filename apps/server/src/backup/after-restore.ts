import { drizzle } from "drizzle-orm/node-postgres";
import type pg from "pg";
import { type ErasePerson, eraseAgain, secretName } from "../person/erase.ts";

type Erasures = { rows: Record<string, unknown>[]; secret: string | undefined };

/** What the database that is about to be replaced knows about erased people. */
export async function readErasures(client: pg.ClientBase): Promise<Erasures> {
  const { rows: known } = await client.query("select to_regclass('public.erasure') as table");
  if (!known[0]?.table) return { rows: [], secret: undefined };
  const { rows } = await client.query("select * from erasure");
  const { rows: secrets } = await client.query("select value from server_secret where name = $1", [secretName]);
  return { rows, secret: secrets[0]?.value };
}

/** Ended sessions stay ended, and erased people stay erased: everybody signs in again. */
export async function afterRestore(
  client: pg.ClientBase,
  { rows, secret }: Erasures,
  erasers: ErasePerson[],
): Promise<void> {
  await client.query(
    "delete from session; delete from ticket; delete from one_time_code; delete from device_code; delete from known_device",
  );
  if (secret)
    await client.query(
      "insert into server_secret (name, value) values ($1, $2) on conflict (name) do update set value = excluded.value",
      [secretName, secret],
    );
  await client.query(
    "insert into erasure select * from json_populate_recordset(null::erasure, $1) on conflict do nothing",
    [JSON.stringify(rows)],
  );
  await eraseAgain(drizzle({ client: client as pg.Client, casing: "snake_case" }), erasers);
}
