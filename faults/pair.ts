import path from "node:path";
import { copyRunning } from "../apps/server/src/test/standby.ts";
import { temporaryFolder, waitUntil } from "./children.ts";
import { type Cluster, type Query, type Stop, startCluster, startServer } from "./postgres.ts";

/** A primary with a standby that confirms every commit. */
export async function startPair({ more = {} }: { more?: Record<string, string> } = {}) {
  const settings = { wal_keep_size: "1GB", wal_receiver_status_interval: "1s", ...more };
  const first = await startServer({ more: settings });
  let primary: Cluster = first;
  let standby = await startStandby(primary, settings);
  await follow(primary);
  return {
    primary: () => primary,
    standby: () => standby,
    query: ((text, values) => primary.query(text, values)) as Query,
    urlAt: first.urlAt,
    /** The standby becomes the primary. */
    async promote() {
      await standby.admin("select pg_promote()");
      const [is] = await standby.admin<{ old: boolean }>("select pg_is_in_recovery() as old");
      if (is?.old) throw new Error("The standby was not promoted");
      primary = standby;
    },
    /** A fresh copy of the primary becomes its standby. */
    async rebuild() {
      standby = await startStandby(primary, settings);
      await follow(primary);
    },
    stopStandby: (signal: Stop) => standby.stop(signal),
    /** The primary goes on alone: commits that wait are done. */
    letGo: () => setNames(primary, ""),
    follow: () => follow(primary),
  };
}

type Primary = Pick<Cluster, "port" | "data" | "admin" | "account">;

async function startStandby(primary: Primary, settings: Record<string, string>): Promise<Cluster> {
  const folder = temporaryFolder();
  await copyRunning(primary, path.join(folder, "pg"));
  const from = `host=127.0.0.1 port=${primary.port} user=postgres application_name=standby`;
  return startCluster({ folder, more: { ...settings, primary_conninfo: from } });
}

/** From now on no commit is acknowledged that the standby has not stored. */
async function follow(primary: Primary): Promise<void> {
  await setNames(primary, "standby");
  await waitUntil(
    async () => (await primary.admin("select from pg_stat_replication where sync_state = 'sync'")).length === 1,
    { seconds: 60, what: "the standby follows" },
  );
}

async function setNames(primary: Primary, names: string): Promise<void> {
  // ALTER SYSTEM writes no WAL, so it does not wait for the standby.
  await primary.admin(`alter system set synchronous_standby_names = '${names}'`);
  await primary.admin("select pg_reload_conf()");
}
