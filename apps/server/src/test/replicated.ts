import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { vi } from "vitest";
import { makeSocketFolder } from "../db/data-folder.ts";
import { startPostgres } from "../db/embedded.ts";
import { withClient } from "../db/roles.ts";
import { makeTemplate } from "./global-setup.ts";
import { copyRunning } from "./standby.ts";
import { withoutSync } from "./without-sync.ts";

/** A PostgreSQL with the template, and a replica of it. */
export async function startReplicated() {
  const home = mkdtempSync(path.join(tmpdir(), "shoreline-replicated-"));
  const start = async (name: string, settings: Record<string, string>) => {
    const folder = path.join(home, name);
    mkdirSync(folder, { recursive: true });
    const postgres = await startPostgres({
      folder: `${folder}/pg`,
      socketFolder: makeSocketFolder(folder),
      settings: { ...withoutSync, wal_keep_size: "1GB", ...settings },
    });
    return { ...postgres, data: `${folder}/pg` };
  };
  const primary = await start("primary", {});
  const { host, user } = primary;
  await makeTemplate({ host, user });
  mkdirSync(path.join(home, "standby"));
  await copyRunning({ data: primary.data, account: { host, user } }, path.join(home, "standby/pg"));
  const standby = await start("standby", { primary_conninfo: `host=${host} user=${user}` });
  const ask = async (at: string, query: string, values: string[] = []) =>
    withClient({ host: at, user, database: "postgres" }, async (client) => (await client.query(query, values)).rows[0]);
  return {
    primary: { host, user },
    standby: { host: standby.host, user },
    pause: () => ask(standby.host, "select pg_wal_replay_pause()"),
    resume: () => ask(standby.host, "select pg_wal_replay_resume()"),
    /** Waits until the replica has all that is in the primary now. */
    async catchUp() {
      const { at } = await ask(host, "select pg_current_wal_lsn()::text as at");
      const query = "select pg_last_wal_replay_lsn() >= $1::pg_lsn as has";
      const hasAll = async () => (await ask(standby.host, query, [at])).has === true;
      await vi.waitUntil(hasAll, { timeout: 20_000, interval: 20 });
    },
    killStandby: () =>
      process.kill(Number(readFileSync(`${standby.data}/postmaster.pid`, "utf8").split("\n")[0]), "SIGKILL"),
    async stop() {
      await standby.stop();
      await primary.stop();
      rmSync(home, { recursive: true, force: true });
    },
  };
}
