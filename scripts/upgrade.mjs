import { ready } from "./ready.mjs";

await ready(import.meta.url);
const { runCommand } = await import("../apps/server/src/upgrade.ts");
await runCommand();
process.exit(0);
