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

/** Keys of other programs that were revoked; a backup from before that does not know it. */
export async function readRevokedKeys(client: pg.ClientBase): Promise<string[]> {
  const { rows: known } = await client.query("select to_regclass('public.api_key') as table");
  if (!known[0]?.table) return [];
  const { rows } = await client.query<{ hash: string }>("select hash from api_key where revoked_at is not null");
  return rows.map(({ hash }) => hash);
}

type KnownWebhook = { id: string; url: string };

/** Addresses that are notified now; a backup may have others that were removed, turned off or changed since. */
export async function readOpenWebhooks(client: pg.ClientBase): Promise<KnownWebhook[]> {
  const { rows: known } = await client.query("select to_regclass('public.webhook') as table");
  return known[0]?.table ? (await client.query<KnownWebhook>("select id, url from webhook where is_on")).rows : [];
}

type Options = {
  erasures: Erasures;
  revokedKeys: string[];
  openWebhooks: KnownWebhook[];
  places: PersonalPlace[];
  since: Date;
};

/**
 * Ended sessions stay ended: everybody signs in again, in a browser that is new to us. People who were erased since the backup
 * are erased again. Other programs have been notified of what was waiting then: staff can send it again,
 * and turn on addresses that were not on just before.
 */
export async function afterRestore(
  client: pg.ClientBase,
  { erasures, revokedKeys, openWebhooks, places, since }: Options,
): Promise<void> {
  await client.query(
    `delete from session; delete from ticket; delete from one_time_code; delete from device_code; delete from known_device;
     delete from staff_session; delete from staff_link; delete from happened;
     update webhook_delivery set next_try_at = null, problem = 'A backup was restored before this was delivered.'
     where next_try_at is not null`,
  );
  await client.query("update api_key set revoked_at = now() where revoked_at is null and hash = any ($1::text[])", [
    revokedKeys,
  ]);
  await client.query(
    `update webhook set is_on = false, version = version + 1 where is_on and not exists (
       select from json_to_recordset($1) as known (id uuid, url text) where known.id = webhook.id and known.url = webhook.url)`,
    [JSON.stringify(openWebhooks)],
  );
  await client.query(
    "insert into erasure select * from json_populate_recordset(null::erasure, $1) on conflict do nothing",
    [JSON.stringify(erasures)],
  );
  const db = drizzle({ client: client as pg.Client, casing: "snake_case" });
  await eraseAgain(db, { places, now: new Date(), since });
}
