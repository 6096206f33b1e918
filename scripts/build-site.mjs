// Installs the packages and builds the site without starting: a service whose program folder is read-only cannot do it.
import { buildSite } from "./build.mjs";
import { ready } from "./ready.mjs";

await ready(import.meta.url);
console.log(buildSite() ? "  site       built" : "  site       is up to date");
process.exit(0);
