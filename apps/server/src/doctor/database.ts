import { sql } from "drizzle-orm";
import { migrations } from "../db/migrate.ts";
import { appRole, readAccount } from "../db/roles.ts";
import { type ExamWithDatabase, type Finding, fault, ok, warning } from "./check.ts";

const oldestVersion = 15;
const hour = 3600;

export async function checkServer({ db }: ExamWithDatabase): Promise<Finding[]> {
  const { rows } = await db.execute<{ version: string; number: number; gist: boolean; standby: boolean }>(sql`
    select current_setting('server_version') as version, current_setting('server_version_num')::int / 10000 as number,
      exists (select from pg_extension where extname = 'btree_gist') as gist, pg_is_in_recovery() as standby`);
  const { version = "", number = 0, gist = false, standby = false } = rows[0] ?? {};
  return [
    number >= oldestVersion
      ? ok(`PostgreSQL ${version} answers.`)
      : fault(`PostgreSQL ${version} is too old.`, `Move to PostgreSQL ${oldestVersion} or newer.`),
    ...(gist
      ? []
      : [
          fault("The extension btree_gist is missing.", "Run as its owner or a superuser: create extension btree_gist"),
        ]),
    ...(standby
      ? [fault("This server is a standby: it can only be read.", "Promote it, or set DATABASE_URL to the primary.")]
      : []),
  ];
}

export async function checkSchema({ db }: ExamWithDatabase): Promise<Finding[]> {
  const { rows: found } = await db.execute<{ exists: boolean }>(
    sql`select to_regclass('public.migration') is not null as exists`,
  );
  if (!found[0]?.exists) return [fault("The database is empty.", "Start the product once: npm start")];
  const { rows } = await db.execute<{ tag: string }>(sql`select tag from migration order by tag`);
  return compareMigrations(
    rows.map(({ tag }) => tag),
    migrations().map(({ tag }) => tag),
  );
}

export function compareMigrations(applied: string[], known: string[]): Finding[] {
  const unknown = applied.filter((tag) => !known.includes(tag));
  const pending = known.filter((tag) => !applied.includes(tag));
  if (unknown.length > 0)
    return [
      fault(
        `The database has ${unknown.length} migrations that this version does not know (${unknown.at(-1)}).`,
        "Update the product to the version that wrote it, or restore an older backup.",
      ),
    ];
  if (pending.length > 0)
    return [
      warning(
        `${pending.length} migrations are pending (${pending.at(-1)}).`,
        "Make a backup, then start the product: it applies them.",
      ),
    ];
  return [ok(`All ${known.length} migrations are applied.`)];
}

export async function checkRights({ db, config }: ExamWithDatabase): Promise<Finding[]> {
  const account = config.databaseUrl ? await readAccount({ connectionString: config.databaseUrl }) : appRole;
  const { rows } = await db.execute<{ table: string }>(sql`
    select c.relname as table from pg_class c join pg_roles r on r.rolname = ${account}
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> 'migration'
      and not (has_table_privilege(r.oid, c.oid, 'select') and has_table_privilege(r.oid, c.oid, 'insert')
        and has_table_privilege(r.oid, c.oid, 'update') and has_table_privilege(r.oid, c.oid, 'delete'))`);
  const isOwner = config.databaseUrl && !config.databaseOwnerUrl;
  return [
    rows.length === 0
      ? ok(`The account ${account} can read and write all tables.`)
      : fault(
          `The account ${account} lacks rights on ${rows.length} tables (${rows[0]?.table}).`,
          "Start the product again: it grants them. If that fails, check DATABASE_OWNER_URL.",
        ),
    ...(isOwner
      ? [
          warning(
            "One account owns the tables and serves.",
            "Give the tables to a second account (docs/decisions/018-two-database-roles.md).",
          ),
        ]
      : []),
  ];
}

export async function checkConnections({ db }: ExamWithDatabase): Promise<Finding[]> {
  const { rows } = await db.execute<{ used: number; most: number }>(sql`
    select count(*) filter (where backend_type = 'client backend')::int as used,
      current_setting('max_connections')::int as most from pg_stat_activity`);
  const { used = 0, most = 0 } = rows[0] ?? {};
  const text = `${used} of ${most} connections are used.`;
  return [
    used > most * 0.8
      ? warning(text, "Find who holds them (pg_stat_activity), lower WORKERS, or raise max_connections.")
      : ok(text),
  ];
}

export async function checkReplication({ db }: ExamWithDatabase): Promise<Finding[]> {
  const { rows } = await db.execute<{ names: string; standbys: number; synchronous: number }>(sql`
    select current_setting('synchronous_standby_names') as names, count(*)::int as standbys,
      count(*) filter (where sync_state in ('sync', 'quorum'))::int as synchronous from pg_stat_replication`);
  const { names = "", standbys = 0, synchronous = 0 } = rows[0] ?? {};
  if (names && synchronous === 0)
    return [
      fault(
        "A synchronous standby is demanded, and none is connected: every change waits.",
        "Start the standby, or set synchronous_standby_names to '' until it is back.",
      ),
    ];
  if (standbys === 0) return [ok("No standby is connected.")];
  if (synchronous > 0) return [ok(`${standbys} standbys are connected, ${synchronous} of them synchronous.`)];
  return [
    warning(
      `${standbys} standbys are connected, none of them synchronous.`,
      "After a failover the last changes may be missing: set synchronous_standby_names if none may be lost.",
    ),
  ];
}

export async function checkSize({ db }: ExamWithDatabase): Promise<Finding[]> {
  const { rows } = await db.execute<{ mb: number; seconds: number; age: number }>(sql`
    select (pg_database_size(current_database()) / 1000000)::int as mb,
      coalesce((select extract(epoch from max(now() - xact_start))::int from pg_stat_activity
        where backend_type = 'client backend' and pid <> pg_backend_pid()), 0) as seconds,
      (select max(age(datfrozenxid))::int from pg_database) as age`);
  const { mb = 0, seconds = 0, age = 0 } = rows[0] ?? {};
  return [
    ok(`The database has ${mb} MB.`),
    ...(seconds > hour
      ? [
          warning(
            `A transaction has been open for ${Math.round(seconds / 60)} minutes.`,
            "Find it in pg_stat_activity and end it: nothing can be tidied up meanwhile.",
          ),
        ]
      : []),
    ...(age > 1_000_000_000
      ? [
          fault(
            `The oldest transaction id is ${age} old; at 2,100,000,000 PostgreSQL stops writing.`,
            "Find out why autovacuum does not work, and run VACUUM FREEZE.",
          ),
        ]
      : []),
  ];
}
