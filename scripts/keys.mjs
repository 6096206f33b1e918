import { ready } from "./ready.mjs";

await ready(import.meta.url);
const { runCommand } = await import("../apps/server/src/rooms/signing/command.ts");
await runCommand(process.argv.slice(2));
process.exit(0);
