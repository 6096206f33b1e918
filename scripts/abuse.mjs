import { spawnSync } from "node:child_process";
import { ready } from "./ready.mjs";

await ready(import.meta.url);
// A million odd requests to every call of the API, with another seed each time.
const { ABUSE_RUNS = "1000000", ABUSE_SEED = String(Date.now() % 2 ** 31) } = process.env;
const { status } = spawnSync(process.execPath, ["node_modules/vitest/vitest.mjs", "run", "http/fuzz.test.ts"], {
  stdio: "inherit",
  env: { ...process.env, ABUSE_RUNS, ABUSE_SEED },
});
process.exit(status ?? 1);
