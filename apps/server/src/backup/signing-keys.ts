import type pg from "pg";

type SigningKey = { kind: string; multikey: string; retired_at: string | null; distrusted_from: string | null };

/** The keys of certificates in the database that is about to be replaced. */
export async function readSigningKeys(client: pg.ClientBase): Promise<SigningKey[]> {
  const { rows: known } = await client.query("select to_regclass('public.signing_key') as table");
  if (!known[0]?.table) return [];
  const { rows } = await client.query<{ key: SigningKey }>("select to_jsonb(signing_key) as key from signing_key");
  return rows.map(({ key }) => key);
}

/**
 * Keys that were made since the backup stay and go on signing; retired and distrusted ones stay so. On a machine that does not
 * know the keys of the backup, those of the backup sign, and its own are retired.
 */
export async function keepSigningKeys(client: pg.ClientBase, keys: SigningKey[]): Promise<void> {
  if (keys.length === 0) return;
  const isNewer = await knowsCurrent(client, keys);
  if (isNewer) await retireOlder(client, keys);
  const now = new Date().toISOString();
  const kept = isNewer ? keys : keys.map((key) => ({ ...key, retired_at: key.retired_at ?? now }));
  await client.query(
    `insert into signing_key select * from json_populate_recordset(null::signing_key, $1)
     on conflict (multikey) do update
     set distrusted_from = least(signing_key.distrusted_from, excluded.distrusted_from)`,
    [JSON.stringify(kept)],
  );
  await signAgain(client);
}

/** Whether the replaced database goes on from the keys of the backup. A backup from before there were keys has none. */
async function knowsCurrent(client: pg.ClientBase, keys: SigningKey[]): Promise<boolean> {
  const { rows } = await client.query<{ multikey: string }>(
    "select multikey from signing_key where retired_at is null and kind <> 'pdf'",
  );
  return rows.length === 0 || rows.some((row) => keys.some(({ multikey }) => multikey === row.multikey));
}

/** Before the newer ones come: only one key of a kind signs. */
async function retireOlder(client: pg.ClientBase, keys: SigningKey[]): Promise<void> {
  await client.query(
    `update signing_key set retired_at = coalesce(
       (select known.retired_at from json_to_recordset($1) as known (multikey text, retired_at timestamptz)
        where known.multikey = signing_key.multikey), now())
     where retired_at is null and (
       exists (select from json_to_recordset($1) as known (multikey text, retired_at timestamptz)
               where known.multikey = signing_key.multikey and known.retired_at is not null)
       or exists (select from json_to_recordset($1) as known (kind text, multikey text, retired_at timestamptz)
                  where known.kind = signing_key.kind and known.multikey <> signing_key.multikey and known.retired_at is null))`,
    [JSON.stringify(keys)],
  );
}

/** The backup may be from before a key was distrusted: its certificates still have that key's signatures. */
async function signAgain(client: pg.ClientBase): Promise<void> {
  await client.query(
    `update certificate set signed_at = null, is_key_distrusted = true where signed_at is not null and exists (
       select from signing_key k left join certificate_proof p on p.key_id = k.id and p.id = certificate.id
       where k.distrusted_from is not null
         and (p.id is not null or k.kind <> 'ed25519' and certificate.signed_at between date_trunc('second', k.created_at) and k.retired_at))`,
  );
}
