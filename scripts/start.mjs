import { buildSite } from "./build.mjs";
import { ready } from "./ready.mjs";

await ready(import.meta.url);
process.env.NODE_ENV ??= "production";
saveMemory();
buildSite();
await import("../apps/server/src/main.ts");

/**
 * Starts again with settings that only take effect at the start of a process (docs/reliability.md has the figures). Node would
 * let garbage pile up to hundreds of megabytes before it looks, and the C library would give every thread a heap of its own.
 */
function saveMemory() {
  const { MALLOC_ARENA_MAX, NODE_OPTIONS = "" } = process.env;
  if (MALLOC_ARENA_MAX || !process.execve) return;
  const heap = NODE_OPTIONS.includes("space-size") ? [] : ["--max-old-space-size=384", "--max-semi-space-size=8"];
  const args = [process.execPath, ...heap, ...process.execArgv, ...process.argv.slice(1)];
  process.execve(process.execPath, args, { ...process.env, MALLOC_ARENA_MAX: "2" });
}
