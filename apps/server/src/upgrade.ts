import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { drizzle } from "drizzle-orm/node-postgres";
import type pg from "pg";
import { readLastBackup } from "./backup/runs.ts";
import { withConfig, withDatabase } from "./command.ts";
import { indexesToPrepare, whyNotExpand } from "./db/expand.ts";
import { findInvalidIndexes, remakeIndex } from "./db/invalid-indexes.ts";
import { type Migration, migrations } from "./db/migrate.ts";
import { StartError } from "./start-error.ts";

const root = path.resolve(import.meta.dirname, "../../..");
const freshBackupHours = 24;

/** `npm run upgrade`: what an upgrade of this database to this version means. It changes nothing. */
export async function runCommand(): Promise<void> {
  await withConfig((config) =>
    withDatabase(config, { name: "upgrade", mayShare: true, isOwner: true }, async (pool) => {
      const { version } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8")) as { version: string };
      const file = path.join(root, "CHANGELOG.md");
      const changes = existsSync(file) ? readFileSync(file, "utf8") : "";
      const lines = await describeUpgrade(pool, { version, changes, known: migrations(), now: new Date() });
      for (const line of lines) console.log(line);
    }),
  );
}

type Here = { version: string; changes: string; known: Migration[]; now: Date };

export async function describeUpgrade(pool: pg.Pool, { version, changes, known, now }: Here): Promise<string[]> {
  const { rows: found } = await pool.query("select to_regclass('public.migration') is not null as exists");
  if (!found[0]?.exists) throw new StartError("The database is empty: there is nothing to upgrade. Start the product.");
  const { rows } = await pool.query<{ tag: string }>("select tag from migration order by tag");
  const applied = rows.map(({ tag }) => tag);
  const newest = applied.at(-1) ?? "none";
  const unknown = applied.filter((tag) => !known.some((migration) => migration.tag === tag));
  if (unknown.length > 0)
    return [
      `The database is newer than this version, ${version}: it has the migration ${unknown.at(-1)}.`,
      "Do: check out the newer version, or restore a backup that was made before the upgrade.",
    ];
  const pending = known.filter(({ tag }) => !applied.includes(tag));
  const from = versionOf(changes, newest);
  return [
    `From ${from ? `version ${from}` : "a version"} whose last migration is ${newest}, to version ${version}.`,
    ...newsSince(changes, from),
    ...(await describeInvalidIndexes(pool)),
    ...describePending(pending),
    ...(await describeBackup(pool, { now, isNeeded: pending.length > 0 })),
    ...(await describeLongWork(pool)),
    "Nothing was changed.",
  ];
}

function describePending(pending: Migration[]): string[] {
  if (pending.length === 0) return ["Migrations: none. Do: restart the processes, one after the other."];
  const wrong = pending.flatMap(({ tag, statements }) => whyNotExpand(statements).map((why) => `  ${tag}: ${why}`));
  const indexes = pending.flatMap(({ statements }) => indexesToPrepare(statements));
  return [
    `Migrations: ${pending.map(({ tag }) => tag).join(", ")}.`,
    ...(wrong.length === 0
      ? [
          "They only add: the old and the new version may run side by side. Do: restart the processes, one after the other.",
        ]
      : ["They do more than add. Do: stop every process before you start the first new one, because of", ...wrong]),
    ...(indexes.length > 0
      ? ["Do before, as the owner of the tables, and wait for each; otherwise nobody can write while they are made:"]
      : []),
    ...indexes.map((statement) => `  ${statement}`),
  ];
}

async function describeBackup(pool: pg.Pool, { now, isNeeded }: { now: Date; isNeeded: boolean }): Promise<string[]> {
  const last = await readLastBackup(drizzle({ client: pool, casing: "snake_case" })).catch(() => null);
  const hours = last && Math.floor((now.getTime() - last.madeAt.getTime()) / 3_600_000);
  const isFresh = hours !== null && hours < freshBackupHours;
  const age = hours === null ? "none is known" : `the newest is ${hours} h old`;
  return [`Backup: ${age}.${isFresh || !isNeeded ? "" : " Do: npm run backup, before anything else."}`];
}

/** A migration that makes the index if it is missing would take the unfinished one for it. */
async function describeInvalidIndexes(pool: pg.Pool): Promise<string[]> {
  const indexes = await findInvalidIndexes(drizzle({ client: pool, casing: "snake_case" }));
  if (indexes.length === 0) return [];
  return [
    "Indexes that were begun and not finished. Do, if nobody is making them now, as the owner of the tables, and wait for each:",
    ...indexes.flatMap(remakeIndex).map((statement) => `  ${statement}`),
  ];
}

/** A migration waits for everybody who reads the table, and everybody else waits for the migration. */
async function describeLongWork(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ name: string; minutes: number }>(
    `select application_name as name, floor(extract(epoch from now() - xact_start) / 60)::int as minutes from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and xact_start < now() - interval '1 minute'`,
  );
  // PostgreSQL shows an ordinary account only what its own sessions do.
  const { rows: others } = await pool.query<{ hidden: number; account: string }>(
    `select count(*)::int as hidden, current_user::text as account from pg_stat_activity
     where datname = current_database() and backend_type is null`,
  );
  const { hidden = 0, account = "" } = others[0] ?? {};
  return [
    ...rows.map(
      ({ name, minutes }) => `Under way for ${minutes} min: ${name || "a transaction"}. Do: wait until it has ended.`,
    ),
    ...(hidden > 0
      ? [
          `What ${hidden} sessions of other accounts do cannot be seen. Do, as a superuser: grant pg_read_all_stats to ${account}. Then run this again.`,
        ]
      : []),
  ];
}

/** The sections of the change log, the newest first, with the last migration that each names. */
function sectionsOf(changes: string) {
  return changes
    .split(/^## /m)
    .slice(1)
    .map((section) => ({
      version: /\d+\.\d+\.\d+/.exec(section.split("\n")[0] ?? "")?.[0],
      migration: section
        .match(/\b\d{4}_\w+/g)
        ?.sort()
        .at(-1),
    }));
}

function versionOf(changes: string, newest: string): string | undefined {
  return sectionsOf(changes).find(({ version, migration }) => version && migration && migration <= newest)?.version;
}

function newsSince(changes: string, from: string | undefined): string[] {
  const versions = sectionsOf(changes).map(({ version }) => version);
  const end = versions.indexOf(from);
  const since = end > 0 ? versions.slice(0, end).filter((version) => version !== undefined) : [];
  return since.length > 0 ? [`Do: read what is new in CHANGELOG.md: ${since.join(", ")}.`] : [];
}
