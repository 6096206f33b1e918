import { ready } from "./ready.mjs";

await ready(import.meta.url);
const { listMessages } = await import("../apps/server/src/rooms/notification/command.ts");
await listMessages();
process.exit(0);
