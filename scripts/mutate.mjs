import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { ready, root } from "./ready.mjs";

await ready(import.meta.url);
const domain = path.join(root, "packages/domain");
const named = process.argv.slice(2).map((name) => `${name}.ts`);
const files = readdirSync(path.join(domain, "src")).filter((file) => !file.endsWith(".test.ts"));
const scores = [];

// One run per file: a mutant in module scope (a pattern, a table) then costs only the tests that import this file.
for (const file of named.length ? named : files) {
  const stryker = path.join(root, "node_modules/@stryker-mutator/core/bin/stryker.js");
  const args = [stryker, "run", "--mutate", `src/${file}`];
  const { status } = spawnSync(process.execPath, args, { cwd: domain, stdio: "inherit" });
  if (status !== 0) process.exit(status ?? 1);
  scores.push({ file, ...scoreOf(path.join(domain, "reports/mutation/mutation.json")) });
}
console.table(scores);
process.exit(0);

/** Killed: a test failed, or the mutant made the tests run out of time. Invalid ones do not even load and count as nothing. */
function scoreOf(report) {
  const mutants = Object.values(JSON.parse(readFileSync(report, "utf8")).files).flatMap((file) => file.mutants);
  const count = (...statuses) => mutants.filter(({ status }) => statuses.includes(status)).length;
  const killed = count("Killed", "Timeout");
  const survived = count("Survived", "NoCoverage");
  const percent = Math.floor((100 * killed) / (killed + survived));
  return { killed, timedOut: count("Timeout"), survived, invalid: mutants.length - killed - survived, percent };
}
