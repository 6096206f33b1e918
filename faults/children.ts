import { type ChildProcess, spawn } from "node:child_process";
import { appendFileSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

export const repository = path.resolve(import.meta.dirname, "..");

type Ending = { code: number | null; signal: NodeJS.Signals | null };

/** A process that we started. Only these are ever signalled, by their id. */
export type Child = {
  pid: number;
  output(): string;
  ended: Promise<Ending>;
  hasEnded(): boolean;
  kill(signal: NodeJS.Signals): void;
  send(message: object): void;
};

type Command = {
  file: string;
  args: string[];
  env?: Record<string, string | undefined>;
  cwd?: string;
  /** All that it says is added to this file. */
  log?: string | undefined;
};

const closers: (() => unknown)[] = [];

/** What was opened last is closed first. */
export function atEnd(close: () => unknown): void {
  closers.push(close);
}

let isOver = false;

/** True while everything is being closed: what ends now need not be started again. */
export const isEnding = () => isOver;

export async function endAll(): Promise<void> {
  isOver = true;
  for (const close of closers.splice(0).reverse()) await close();
  isOver = false;
}

export function temporaryFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), "shoreline-faults-"));
  atEnd(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}

/** Starts a process with an IPC channel; it ends with us at the latest. */
export function startChild({ file, args, env = process.env, cwd = repository, log }: Command): Child {
  const child = spawn(file, args, { cwd, env, stdio: ["ignore", "pipe", "pipe", "ipc"] });
  let said = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.on("data", (part) => {
      if (log) appendFileSync(log, part);
      said = (said + part).slice(-40_000);
    });
  let hasEnded = false;
  const ended = new Promise<Ending>((done) => {
    child.once("error", () => done({ code: 1, signal: null }));
    child.once("exit", (code, signal) => done({ code, signal }));
  });
  ended.then(() => {
    hasEnded = true;
  });
  const killNow = () => child.kill("SIGKILL");
  process.once("exit", killNow);
  ended.then(() => process.off("exit", killNow));
  atEnd(() => stopGently(child, ended));
  return {
    pid: child.pid ?? 0,
    output: () => said,
    ended,
    hasEnded: () => hasEnded,
    kill: (signal) => void child.kill(signal),
    send: (message) => void (child.connected && child.send(message)),
  };
}

async function stopGently(child: ChildProcess, ended: Promise<Ending>): Promise<void> {
  child.kill("SIGTERM");
  const isGone = await Promise.race([ended.then(() => true), sleep(30_000, false, { ref: false })]);
  if (!isGone) child.kill("SIGKILL");
  await ended;
}

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await new Promise((done) => probe.once("listening", done));
  const { port } = probe.address() as { port: number };
  await new Promise((done) => probe.close(done));
  return port;
}

type Wait = { seconds: number; what: string; every?: number };

/** Asks again and again until the answer is yes; an error counts as no. */
export async function waitUntil(isTrue: () => unknown, { seconds, what, every = 50 }: Wait): Promise<void> {
  const giveUpAt = performance.now() + seconds * 1000;
  for (;;) {
    const answer = await Promise.resolve()
      .then(isTrue)
      .catch(() => false);
    if (answer) return;
    if (performance.now() > giveUpAt) throw new Error(`After ${seconds} s still not: ${what}`);
    await sleep(every);
  }
}
