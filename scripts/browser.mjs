import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { chromium } from "@playwright/test";
import { fail } from "./ready.mjs";

/** Debian's Chromium without windows: a page costs it half the processor time. */
const shell = "/usr/lib/chromium/chromium-headless-shell";
const full = "/usr/bin/chromium";

/** The Chromium to test with: the one that is there, or one installed now. */
export function findBrowser() {
  if (existsSync(shell)) return shell;
  const isRoot = process.getuid?.() === 0;
  if (isRoot && spawnSync("apt-get", ["--version"]).status === 0) {
    console.log("  chromium   installing (once)");
    run("apt-get", ["update", "-qq"]);
    run("apt-get", ["install", "-y", "-qq", "--no-install-recommends", "chromium-headless-shell"]);
  }
  const found = installedBrowser();
  if (found) return found;
  console.log("  chromium   installing (once)");
  run(process.execPath, ["node_modules/@playwright/test/cli.js", "install", "--only-shell", "chromium"]);
  return (
    installedBrowser() ??
    fail(
      "No Chromium for the journeys: install the package `chromium-headless-shell`, or run `npx playwright install chromium`.",
    )
  );
}

/** The first Chromium on this machine; undefined when there is none. */
export function installedBrowser() {
  return [shell, full, chromium.executablePath()].find((file) => existsSync(file));
}

function run(command, args) {
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  spawnSync(command, args, { stdio: ["ignore", "ignore", "inherit"], env });
}
