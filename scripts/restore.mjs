import { ready } from "./ready.mjs";

await ready(import.meta.url);
const { runCommand } = await import("../apps/server/src/backup/command.ts");
await runCommand("restore", process.argv.slice(2));
process.exit(0);
