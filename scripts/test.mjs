import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { buildSite } from "./build.mjs";
import { ready, root } from "./ready.mjs";

await ready(import.meta.url);
const { checkAll } = await import("./check.mjs");
const { findBrowser } = await import("./browser.mjs");

const folder = mkdtempSync(path.join(tmpdir(), "shoreline-run-"));
const counts = { passed: 0, failed: 0 };

if (await checkAll()) counts.passed++;
else counts.failed++;
buildSite();
// One after the other: each keeps two cores busy, and side by side they run into each other's time limits.
await runVitest();
await runJourneys();
rmSync(folder, { recursive: true, force: true });
console.log(`${counts.passed} passed, ${counts.failed} failed`);
process.exit(counts.failed > 0 ? 1 : 0);

async function runVitest() {
  const report = path.join(folder, "vitest.json");
  await node([
    "node_modules/vitest/vitest.mjs",
    "run",
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${report}`,
  ]);
  const { numPassedTests, numFailedTests, numFailedTestSuites, success } = readReport(report);
  count({ passed: numPassedTests, failed: success ? 0 : Math.max(numFailedTests, numFailedTestSuites, 1) });
}

async function runJourneys() {
  const report = path.join(folder, "journeys.json");
  const env = { BROWSER_PATH: findBrowser(), PLAYWRIGHT_JSON_OUTPUT_NAME: report };
  await node(["node_modules/@playwright/test/cli.js", "test", "--reporter=line,json"], env);
  const { stats, errors = [] } = readReport(report);
  count({ passed: stats?.expected, failed: (stats?.unexpected ?? 1) + (stats?.flaky ?? 0) + errors.length });
}

function node(args, env = {}) {
  const child = spawn(process.execPath, args, { cwd: root, stdio: "inherit", env: { ...process.env, ...env } });
  return new Promise((done) => child.on("close", done));
}

/** No report means that the runner itself broke: that counts as a failure, never as nothing. */
function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return {};
  }
}

function count({ passed = 0, failed = 1 }) {
  counts.passed += passed;
  counts.failed += failed;
}
