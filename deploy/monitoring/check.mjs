// Checks the rules, their tests and the example with Debian's promtool. One line per thing; ends with 0 when all is well.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";

const folder = import.meta.dirname;

/** @returns {{ isFine: boolean, said: string }} */
function run(command, ...args) {
  const { status, stdout, stderr, error } = spawnSync(command, args, { cwd: folder, encoding: "utf8" });
  return { isFine: status === 0, said: error ? error.message : `${stdout}${stderr}`.trim() };
}

const hasPromtool = () => run("promtool", "--version").isFine;

const checks = hasPromtool()
  ? {
      "alert rules": run("promtool", "check", "rules", "alerts.yml"),
      "tests of the alert rules": run("promtool", "test", "rules", "alerts.test.yml", "alerts-of-days.test.yml"),
      // Not the files that it names: they are on the machine that watches.
      "example of prometheus.yml": run("promtool", "check", "config", "--syntax-only", "prometheus.yml"),
    }
  : { promtool: { isFine: false, said: "Not found. Install Debian's package prometheus." } };

checks["Grafana dashboard"] = readDashboard();

for (const [name, { isFine, said }] of Object.entries(checks))
  console.log(isFine ? `ok    ${name}` : `FAILS ${name}\n${said}`);
process.exit(Object.values(checks).every(({ isFine }) => isFine) ? 0 : 1);

function readDashboard() {
  try {
    const { panels } = JSON.parse(readFileSync(`${folder}/grafana-dashboard.json`, "utf8"));
    const isFine =
      panels.length > 0 && panels.every(({ title, targets }) => title && targets.every(({ expr }) => expr));
    return { isFine, said: "A panel has no title or no query." };
  } catch (error) {
    return { isFine: false, said: error.message };
  }
}
