import { spawnSync } from "node:child_process";
import { copyFileSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { startWaitsSeconds } from "../../apps/server/src/db/connect.ts";
import { stopsWithinMs } from "../../apps/server/src/stopping.ts";
import { endAll, temporaryFolder } from "../../faults/children.ts";
import { hasTool } from "../../scripts/debian-tools.mjs";
import { readRecipe } from "../recipe.ts";

const units = readdirSync(import.meta.dirname).filter((file) => /\.(service|timer)$/.test(file));
const services = units.filter((file) => file.endsWith(".service"));
const read = (file: string) => readFileSync(path.join(import.meta.dirname, file), "utf8");
// systemd counts from 0 (shut in) to 10; this is in tenths. A network service in a language with a just-in-time compiler comes to 1.7.
const mostExposure = "20";

const analyze = (...args: string[]) => {
  const { status, stdout, stderr } = spawnSync("systemd-analyze", args, { encoding: "utf8" });
  return { status, said: stdout + stderr };
};

/** The units in a folder of their own, with the Node that runs this test. The template is made as docs/deploy.md does it. */
function copyUnits(): string {
  const folder = temporaryFolder();
  for (const file of units.filter((one) => one.endsWith(".timer")))
    copyFileSync(path.join(import.meta.dirname, file), path.join(folder, file));
  for (const file of services) {
    const unit = readRecipe(`systemd/${file}`, [["/usr/local/bin/node", process.execPath]]);
    writeFileSync(path.join(folder, file), unit);
    if (file !== "shoreline.service") continue;
    const line = "Environment=NODE_ENV=production";
    writeFileSync(path.join(folder, "shoreline@.service"), unit.replace(line, `${line}\nEnvironment=PORT=%i`));
  }
  return folder;
}

describe.skipIf(!hasTool("systemd-analyze"))("systemd", () => {
  afterAll(endAll);

  test("finds nothing wrong with the units", () => {
    const folder = copyUnits();
    const files = [...units, "shoreline@3001.service"].map((file) => path.join(folder, file));
    writeFileSync(path.join(folder, "shoreline@3001.service"), readFileSync(path.join(folder, "shoreline@.service")));
    expect(analyze("verify", "--man=no", ...files)).toEqual({ status: 0, said: "" });
  });

  test.each(services)("rates %s as well shut in", (file) => {
    const unit = path.join(copyUnits(), file);
    expect(analyze("security", "--offline=true", `--threshold=${mostExposure}`, unit)).toMatchObject({ status: 0 });
  });

  test("would find a unit that is not", () => {
    const folder = temporaryFolder();
    const unit = path.join(folder, "open.service");
    writeFileSync(unit, "[Service]\nExecStart=/bin/true\nNonsense=yes\n");
    expect(analyze("security", "--offline=true", `--threshold=${mostExposure}`, unit).status).not.toBe(0);
    expect(analyze("verify", "--man=no", unit).said).toContain("Nonsense");
  });
});

test("the service gives the product the time that it needs to stop", () => {
  const mostDrainSeconds = 15;
  // With WORKERS the primary gives its workers that time, and itself five seconds more.
  const neededSeconds = stopsWithinMs({ drainSeconds: mostDrainSeconds }) / 1000 + 5;
  const [, seconds] = /^TimeoutStopSec=(\d+)$/m.exec(read("shoreline.service")) ?? [];
  expect(seconds).toMatch(/^\d+$/);
  expect(Number(seconds)).toBeGreaterThan(neededSeconds);
  expect(neededSeconds).toBeGreaterThan(mostDrainSeconds);
});

test("a database that is away is waited for, however long; what fails at once is given up", () => {
  const secondsOf = (name: string) => Number(new RegExp(`^${name}=(\\d+)$`, "m").exec(read("shoreline.service"))?.[1]);
  const tries = secondsOf("StartLimitBurst");
  const interval = secondsOf("StartLimitIntervalSec");
  expect(tries * (startWaitsSeconds + secondsOf("RestartSec"))).toBeGreaterThan(interval);
  expect(tries * (5 + secondsOf("RestartSec"))).toBeLessThan(interval);
});

test("one worker or connection that the kernel ends for want of memory does not end the unit", () => {
  expect(read("shoreline.service")).toMatch(/^OOMPolicy=continue$/m);
  // It would slow all of them down before the kernel ends one.
  expect(read("shoreline.service")).not.toMatch(/^MemoryHigh=/m);
});

test("V8 may write machine code, and both services are shut in the same way", () => {
  const hardening = (file: string) =>
    read(file)
      .split(/(?=^NoNewPrivileges)/m)[1]
      ?.split("\n")
      .filter((line) => /^\w+=/.test(line) && !line.startsWith("WantedBy"));
  expect(hardening("shoreline.service")?.length).toBeGreaterThan(20);
  expect(hardening("shoreline-backup.service")).toEqual(hardening("shoreline.service"));
  for (const file of services) expect(read(file)).not.toMatch(/^MemoryDenyWriteExecute=(yes|true|1)/m);
});
