import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statfsSync } from "node:fs";
import { freemem, tmpdir } from "node:os";
import path from "node:path";

const memory = "/dev/shm";
/** All tests together had at most 3.6 GiB there, and their processes 4 more. */
const enough = 10 * 1024 ** 3;

/**
 * A folder for what tests write, removed when this process ends. In memory where there is plenty: most of what tests of a database wait
 * for is the disk, on which nothing of it has to stay.
 */
export function scratchFolder() {
  const folder = hasRoom() ? inMemory() : mkdtempSync(path.join(tmpdir(), "shoreline-run-"));
  // PostgreSQL may have an account of its own.
  chmodSync(folder, 0o755);
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.once(signal, () => process.exit(1));
  return folder;
}

function hasRoom() {
  try {
    const { bavail, bsize } = statfsSync(memory);
    return Math.min(bavail * bsize, freemem()) > enough;
  } catch {
    return false;
  }
}

/** What a killed run has left would stay until the next start of the machine. */
function inMemory() {
  for (const name of readdirSync(memory)) {
    const [, pid] = /^shoreline-run-(\d+)$/.exec(name) ?? [];
    if (pid && !isRunning(Number(pid))) rmSync(path.join(memory, name), { recursive: true, force: true });
  }
  const folder = path.join(memory, `shoreline-run-${process.pid}`);
  mkdirSync(folder);
  return folder;
}

/** @param {number} pid */
function isRunning(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return /** @type {{ code?: string }} */ (error).code === "EPERM";
  }
}
