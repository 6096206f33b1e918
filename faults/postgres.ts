import { readFileSync } from "node:fs";
import path from "node:path";
import pg from "pg";
import { makeSocketFolder } from "../apps/server/src/db/data-folder.ts";
import { type Postgres, startPostgres } from "../apps/server/src/db/embedded.ts";
import { atEnd, freePort, temporaryFolder, waitUntil } from "./children.ts";

export type Query = <Row extends pg.QueryResultRow>(text: string, values?: unknown[]) => Promise<Row[]>;

/** Asks the database past the proxy, each time on a connection of its own: it may have been restarted in between. */
export function queryAt(connection: pg.ClientConfig): Query {
  return async (text, values = []) => {
    const client = new pg.Client({ connectionTimeoutMillis: 5000, query_timeout: 20_000, ...connection });
    client.on("error", () => {});
    try {
      await client.connect();
      return (await client.query(text, values)).rows;
    } finally {
      await client.end().catch(() => {});
    }
  };
}

/** How PostgreSQL is stopped: its own three ways, and kill -9 of the postmaster. */
export type Stop = "SIGINT" | "SIGTERM" | "SIGQUIT" | "SIGKILL";

/** A PostgreSQL server on a loopback port, with an ordinary account that owns one database. */
export async function startServer({ folder = temporaryFolder(), more = {} } = {}) {
  const cluster = await startCluster({ folder, more });
  await cluster.admin("create role academy login");
  await cluster.admin("create database academy owner academy");
  return { ...cluster, folder, urlAt };
}

/** The address of its database behind a proxy. */
const urlAt = (port: number) => `postgres://academy@127.0.0.1:${port}/academy`;

export type Cluster = Awaited<ReturnType<typeof startCluster>>;

/** A PostgreSQL server on the data in `pg` below the folder; there may be none yet. */
export async function startCluster({ folder, more = {} }: { folder: string; more?: Record<string, string> }) {
  const port = await freePort();
  const socketFolder = makeSocketFolder(folder);
  const data = path.join(folder, "pg");
  const settings = { listen_addresses: "127.0.0.1", port: String(port), max_connections: "100", ...more };
  let running: Postgres | undefined;
  const start = async () => {
    running = await startPostgres({ folder: data, socketFolder, settings });
  };
  await start();
  atEnd(() => running?.stop());
  const account = { host: socketFolder, port, user: "postgres" };
  return {
    port,
    data,
    account,
    admin: queryAt({ ...account, database: "postgres" }),
    query: queryAt({ ...account, database: "academy" }),
    start,
    async stop(signal: Stop) {
      const pid = readPostmaster(data);
      process.kill(pid, signal);
      await waitUntil(() => !isAlive(pid), { seconds: 60, what: "PostgreSQL has ended" });
      await running?.stop();
    },
  };
}

/** The id of the postmaster that we started on this folder. */
export function readPostmaster(data: string): number {
  return Number(readFileSync(path.join(data, "postmaster.pid"), "utf8").split("\n")[0]);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
