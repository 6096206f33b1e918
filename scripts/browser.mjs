import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { chromium } from "@playwright/test";
import { fail } from "./ready.mjs";

const debian = "/usr/bin/chromium";

/** The Chromium to test with: the one that is there, or one installed now. */
export function findBrowser() {
  if (existsSync(debian)) return debian;
  if (existsSync(chromium.executablePath())) return chromium.executablePath();
  console.log("  chromium   installing (once)");
  const isRoot = process.getuid?.() === 0;
  const hasApt = spawnSync("apt-get", ["--version"]).status === 0;
  if (isRoot && hasApt) {
    run("apt-get", ["update", "-qq"]);
    run("apt-get", ["install", "-y", "-qq", "--no-install-recommends", "chromium"]);
    if (existsSync(debian)) return debian;
  }
  run(process.execPath, ["node_modules/@playwright/test/cli.js", "install", "chromium"]);
  if (existsSync(chromium.executablePath())) return chromium.executablePath();
  return fail(
    "No Chromium for the journeys: install the package `chromium`, or run `npx playwright install chromium`.",
  );
}

function run(command, args) {
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  spawnSync(command, args, { stdio: ["ignore", "ignore", "inherit"], env });
}
