import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";

const module = path.join(import.meta.dirname, "scratch-folder.mjs");

/** A program that writes what it writes there, until its input ends. */
async function start() {
  const code = `import { scratchFolder } from ${JSON.stringify(module)}; console.log(scratchFolder()); process.stdin.resume();`;
  const child = spawn(process.execPath, ["--input-type=module", "--eval", code], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const ended = once(child, "exit");
  const [said] = (await once(child.stdout, "data")) as [Buffer];
  const folder = String(said).trim();
  onTestFinished(async () => {
    child.stdin.end();
    await ended;
    rmSync(folder, { recursive: true, force: true });
  });
  writeFileSync(path.join(folder, "left"), "something");
  return { child, folder };
}

async function end(child: ChildProcess, how: () => void) {
  const ended = once(child, "exit");
  how();
  await ended;
}

const isInMemory = ({ folder }: { folder: string }) => folder.startsWith("/dev/shm/");

test("the folder is there for every account, and gone when the program ends", async () => {
  const { child, folder } = await start();
  expect(statSync(folder).mode & 0o777).toBe(0o755);
  await end(child, () => child.stdin?.end());
  expect(existsSync(folder)).toBe(false);
});

test.each(["SIGINT", "SIGTERM", "SIGHUP"] as const)("after %s nothing is left", async (signal) => {
  const { child, folder } = await start();
  await end(child, () => child.kill(signal));
  expect(existsSync(folder)).toBe(false);
});

test("what a killed program left in memory goes at the next start, that of a running one stays", async () => {
  const killed = await start();
  await end(killed.child, () => killed.child.kill("SIGKILL"));
  const running = await start();
  const next = await start();
  if (isInMemory(killed) && isInMemory(running)) expect(existsSync(killed.folder)).toBe(false);
  expect([running, next].map(({ folder }) => existsSync(folder))).toEqual([true, true]);
});
