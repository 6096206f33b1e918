import { buildSite } from "./build.mjs";
import { ready } from "./ready.mjs";

await ready(import.meta.url);
process.env.NODE_ENV ??= "production";
buildSite();
await import("../apps/server/src/main.ts");
