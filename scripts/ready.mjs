// Makes this machine ready, whatever Node started us: installs what the lockfile names, then carries on under Node 24.
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import module from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";
import "./quick-imports.mjs";

export const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const wantedMajor = 24;
// npm writes its own record last, so an install that was broken off has none and is done again.
const installed = path.join(root, "node_modules/.package-lock.json");
const stamp = path.join(root, "node_modules/.installed");

/** Call first in every script: `await ready(import.meta.url)`. Never returns when another Node takes over. */
export async function ready(script) {
  process.chdir(root);
  // Compiled scripts are kept for the next start, also by the processes that we start.
  process.env.NODE_COMPILE_CACHE ??= path.join(root, "node_modules/.cache/compiled");
  module.enableCompileCache?.(process.env.NODE_COMPILE_CACHE); // Node 20 has none
  const lock = createHash("sha256").update(readFileSync("package-lock.json")).digest("hex");
  if (!isInstalled(lock)) install(lock);
  stopWithParent();
  if (Number(process.versions.node.split(".")[0]) >= wantedMajor) return;
  const node = path.join(root, `node_modules/node-${process.platform}-${process.arch}/bin/node`);
  if (!existsSync(node))
    fail(`Node ${wantedMajor} or newer is needed here; this is ${process.version}. Install it and try again.`);
  const PATH = `${path.dirname(node)}${path.delimiter}${process.env.PATH}`;
  const child = spawn(node, [fileURLToPath(script), ...process.argv.slice(2)], {
    stdio: "inherit",
    env: { ...process.env, PATH },
  });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
  await new Promise(() => child.on("exit", (code) => process.exit(code ?? 1)));
}

export function fail(text) {
  console.error(text);
  process.exit(1);
}

/** By us for this lockfile, or by someone's `npm ci` or `npm install` after it was last written. */
function isInstalled(lock) {
  if (!existsSync(installed)) return false;
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === lock) return true;
  return !existsSync(stamp) && statSync(installed).mtimeMs >= statSync("package-lock.json").mtimeMs;
}

function install(lock) {
  console.log("  packages   installing (once, about a minute)");
  const npm = process.env.npm_execpath; // the npm that runs us, when there is one
  const args = ["ci", "--loglevel=error"];
  const env = { ...process.env, NODE_ENV: "development" }; // production would leave out the build tools
  const done = npm
    ? spawnSync(process.execPath, [npm, ...args], { stdio: "inherit", env })
    : spawnSync("npm", args, { stdio: "inherit", env });
  if (done.status !== 0) fail("The packages could not be installed; npm says why above. Try again, or run `npm ci`.");
  writeFileSync(stamp, lock);
}

/** `sh -c`, which npm puts between, does not pass signals on: when it is gone, stop as well. */
function stopWithParent() {
  const parent = process.ppid;
  setInterval(() => process.ppid !== parent && process.kill(process.pid, "SIGTERM"), 300).unref();
}
