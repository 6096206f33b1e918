import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { buildSite } from "../scripts/build.mjs";
import { root } from "../scripts/ready.mjs";
import { get } from "./get.mjs";

const closers = [];
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.once(signal, () => stopAll().then(() => process.exit(1)));

/** Stops everything that was started here and waits until it has ended. */
export async function stopAll() {
  for (const close of closers.splice(0).reverse()) await close();
}

export function temporaryFolder() {
  const folder = mkdtempSync(path.join(tmpdir(), "shoreline-bench-"));
  closers.push(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/**
 * Starts the product as in production, with its own empty data folder and these settings besides.
 * @param {(port: number) => Record<string, string>} settings
 * @param {string[]} flags of node
 */
export async function startProduct(settings = () => ({}), flags = []) {
  buildSite();
  return startTree(root, settings, ["--import=./scripts/quick-imports.mjs", ...flags]);
}

/**
 * Starts the product of another checkout, whose site is built: `npm start` there builds it.
 * @param {string} folder
 * @param {(port: number) => Record<string, string>} settings
 * @param {string[]} flags of node
 */
export async function startTree(folder, settings, flags = []) {
  const dataDir = temporaryFolder();
  const env = { NODE_ENV: "production", LOG_LEVEL: "info", HOST: "127.0.0.1", PUBLIC_URL: "", DATABASE_URL: "" };
  const started = await start({
    command: process.execPath,
    args: () => [...flags, "apps/server/src/main.ts"],
    cwd: folder,
    env: (port) => ({ ...env, ...settings(port), PORT: String(port), DATA_DIR: dataDir }),
    upAt: "/readyz",
  });
  return { ...started, dataDir };
}

/**
 * Starts a child process that serves on a free port; only its error output is shown.
 * @param {{ command: string, args: (port: number) => string[], env?: (port: number) => Record<string, string>, upAt: string, ipc?: string[], cwd?: string }} options
 * @returns {Promise<{ url: string, pid: number, child: import("node:child_process").ChildProcess }>}
 */
export async function start({ command, args, env = () => ({}), upAt, ipc = [], cwd = root }) {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const stdio = ["ignore", "ignore", "inherit", ...ipc];
  const options = { cwd, env: { ...process.env, ...env(port) }, stdio, serialization: "advanced" };
  const child = spawn(command, args(port), options);
  const ended = new Promise((done) => child.once("error", done).once("exit", done));
  closers.push(() => child.kill("SIGTERM") && ended);
  const isUp = () =>
    get(url + upAt, {}).then(
      ({ status }) => status === 200,
      () => false,
    );
  for (let tries = 0; !(await isUp()); tries++) {
    if (child.exitCode !== null || tries > 600) {
      await stopAll();
      throw new Error(`${path.basename(command)} did not start`);
    }
    await sleep(100);
  }
  return { url, pid: child.pid, child };
}

/** @returns {Promise<number>} */
export function freePort() {
  return new Promise((done) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => done(port));
    });
  });
}
