import { spawn } from "node:child_process";
import { ready } from "./ready.mjs";

await ready(import.meta.url);
// Vite reloads the site by itself; a change of the server or the packages restarts the server.
const watched = ["apps/server/src", "packages/contract/src", "packages/domain/src", "packages/proof/src", "content"];
const args = [
  ...watched.map((folder) => `--watch-path=${folder}`),
  "--watch-preserve-output",
  "--import=./scripts/quick-imports.mjs",
  "apps/server/src/main.ts",
];
const server = spawn(process.execPath, args, { stdio: "inherit", env: { ...process.env, NODE_ENV: "development" } });
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => server.kill(signal));
server.on("exit", (code) => process.exit(code ?? 1));
