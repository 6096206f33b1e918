import fs from "node:fs";
import net from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { openDatabase } from "../db/connect.ts";
import { makeSocketFolder } from "../db/data-folder.ts";
import { type Binaries, startPostgres } from "../db/embedded.ts";
import { withoutSync } from "./without-sync.ts";

/**
 * An external server as an institute may have it: over TCP, with a password, without superuser rights. Prefers Debian's.
 * The account of `url` owns the database; `asSuperuser` is for what the institute's administrator would do.
 */
export async function otherPostgres() {
  const dataDir = fs.mkdtempSync(path.join(tmpdir(), "shoreline-other-"));
  const [port, binaries] = [await freePort(), debianBinaries()];
  const socketFolder = makeSocketFolder(dataDir);
  const settings = { listen_addresses: "127.0.0.1", port, ...withoutSync };
  const postgres = await startPostgres({
    folder: `${dataDir}/pg`,
    socketFolder,
    settings,
    ...(binaries ? { binaries } : {}),
  });
  const admin = openDatabase({ host: socketFolder, port: Number(port), user: "postgres", database: "postgres" });
  await admin.pool.query("create role academy login password 'p@ss word'");
  await admin.pool.query("create database academy owner academy");
  const rules = path.join(dataDir, "pg/pg_hba.conf");
  fs.writeFileSync(rules, "local all postgres trust\nhost all all 127.0.0.1/32 scram-sha-256\n");
  await admin.pool.query("select pg_reload_conf()");
  await admin.pool.end();
  const urlOf = (account: string) => `postgres://${account}:p%40ss%20word@127.0.0.1:${port}/academy`;
  return {
    url: urlOf("academy"),
    urlOf,
    async asSuperuser(statement: string) {
      const { pool } = openDatabase({ host: socketFolder, port: Number(port), user: "postgres", database: "academy" });
      await pool.query(statement).finally(() => pool.end());
    },
    stop: () => postgres.stop(),
  };
}

export async function freePort(): Promise<string> {
  const probe = net.createServer().listen(0, "127.0.0.1");
  await new Promise((done) => probe.on("listening", done));
  const { port } = probe.address() as net.AddressInfo;
  await new Promise((done) => probe.close(done));
  return String(port);
}

function debianBinaries(): Binaries | undefined {
  const home = "/usr/lib/postgresql";
  const [newest] = fs.existsSync(home) ? fs.readdirSync(home).sort().reverse() : [];
  const postgres = path.join(home, newest ?? "none", "bin/postgres");
  return fs.existsSync(postgres) ? { postgres, initdb: path.join(path.dirname(postgres), "initdb") } : undefined;
}
