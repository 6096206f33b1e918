import { buildSite } from "./build.mjs";
import { memoryEnv, memoryFlags } from "./memory.mjs";
import { ready } from "./ready.mjs";

await ready(import.meta.url);
process.env.NODE_ENV ??= "production";
saveMemory();
buildSite();
await import("../apps/server/src/workers/run.ts");

/**
 * Starts again with settings that only take effect at the start of a process (docs/reliability.md has the figures). Node would
 * let garbage pile up to hundreds of megabytes before it looks, and the C library would give every thread a heap of its own.
 */
function saveMemory() {
  const { NODE_OPTIONS = "" } = process.env;
  const isDone = process.execArgv.includes(memoryFlags[0]) || NODE_OPTIONS.includes("space-size");
  if (isDone || !process.execve) return;
  const args = [process.execPath, ...memoryFlags, ...process.execArgv, ...process.argv.slice(1)];
  process.execve(process.execPath, args, { ...memoryEnv, ...process.env });
}
