import { isSiteBuilt } from "./build.mjs";
import { ready } from "./ready.mjs";

await ready(import.meta.url);
const { runCommand } = await import("../apps/server/src/doctor/command.ts");
process.exit(await runCommand(process.argv.slice(2), { isSiteBuilt: isSiteBuilt() }));
