import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { buildSite } from "./build.mjs";
import { installTools } from "./debian-tools.mjs";
import { readJourneyReport, readUnitReport } from "./failures.mjs";
import { installPdfTools } from "./pdf-tools.mjs";
import { ready, root } from "./ready.mjs";
import { scratchFolder } from "./scratch-folder.mjs";

await ready(import.meta.url);
const { checkAll } = await import("./check.mjs");
const { findBrowser } = await import("./browser.mjs");

const folder = scratchFolder();
const failures = [];
let passed = 0;

if (await checkAll()) passed++;
else failures.push("npm run check: failed, see FAIL at the beginning");
buildSite();
installPdfTools();
installTools({ nginx: "nginx-light" });
// One after the other: each keeps two cores busy, and side by side they run into each other's time limits.
await runVitest();
await runJourneys();
// At the end, because CI shows only the end.
for (const failure of failures) console.log(`FAILED ${failure.replaceAll(`${root}/`, "")}`);
console.log(`${passed} passed, ${failures.length} failed`);
process.exit(failures.length > 0 ? 1 : 0);

async function runVitest() {
  const report = path.join(folder, "vitest.json");
  const code = await node([
    "node_modules/vitest/vitest.mjs",
    "run",
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${report}`,
  ]);
  count("unit tests", code, readReport(report, readUnitReport));
}

async function runJourneys() {
  const report = path.join(folder, "journeys.json");
  const env = { BROWSER_PATH: findBrowser(), PLAYWRIGHT_JSON_OUTPUT_NAME: report };
  const code = await node(["node_modules/@playwright/test/cli.js", "test", "--reporter=line,json"], env);
  count("journeys", code, readReport(report, readJourneyReport));
}

function node(args, env = {}) {
  const child = spawn(process.execPath, args, {
    cwd: root,
    stdio: "inherit",
    env: { ...process.env, TMPDIR: folder, ...env },
  });
  return new Promise((done) => child.on("close", done));
}

function readReport(file, read) {
  try {
    return read(JSON.parse(readFileSync(file, "utf8")));
  } catch {
    return { passed: 0, failures: [] };
  }
}

/** A runner that broke without naming a test counts as a failure, never as nothing. */
function count(name, code, found) {
  passed += found.passed;
  failures.push(...found.failures);
  if (found.failures.length > 0) return;
  if (code !== 0) failures.push(`${name}: ended with code ${code}, see above`);
  else if (found.passed === 0) failures.push(`${name}: no test ran`);
}
