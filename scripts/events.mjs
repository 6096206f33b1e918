import { ready } from "./ready.mjs";

await ready(import.meta.url);
const { listEvents } = await import("../apps/server/src/rooms/site/command.ts");
await listEvents();
process.exit(0);
