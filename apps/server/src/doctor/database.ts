import { sql } from "drizzle-orm";
import { findInvalidIndexes, remakeIndex } from "../db/invalid-indexes.ts";
import { migrations } from "../db/migrate.ts";
import { appRole, readAccount } from "../db/roles.ts";
import { type ExamWithDatabase, type Finding, fault, ok, warning } from "./check.ts";

const oldestVersion = 15;

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

export async function checkIndexes({ db }: ExamWithDatabase): Promise<Finding[]> {
  return (await findInvalidIndexes(db)).map((index) =>
    warning(
      `The index ${index.name} was not finished, and is not used.`,
      `If nobody is making it now, run as the owner of the tables, one after the other: ${remakeIndex(index).join(" ")}`,
    ),
  );
}

export async function checkSize({ db }: ExamWithDatabase): Promise<Finding[]> {
  const { rows } = await db.execute<{ mb: number; age: number }>(sql`
    select (pg_database_size(current_database()) / 1000000)::int as mb,
      (select max(age(datfrozenxid))::int from pg_database) as age`);
  const { mb = 0, age = 0 } = rows[0] ?? {};
  return [
    ok(`The database has ${mb} MB.`),
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
