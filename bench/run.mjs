import { fail, ready } from "../scripts/ready.mjs";

await ready(import.meta.url);
// Each benchmark runs when its module is loaded.
const benches = {
  serve: () => import("./serve.mjs"),
  weight: () => import("./weight-table.ts"),
  check: () => import("./check.ts"),
  search: () => import("./search.ts"),
  schedule: () => import("./schedule.ts"),
  leads: () => import("./leads.ts"),
  solver: () => import("./solver.ts"),
  books: () => import("./books.ts"),
  files: () => import("./files.ts"),
  transcripts: () => import("./transcripts.ts"),
  attendance: () => import("./attendance.ts"),
  scale: () => import("./scale.ts"),
  export: () => import("./export.ts"),
  guards: () => import("./guards.ts"),
  portal: () => import("./portal.ts"),
  write: () => import("./write.ts"),
  draw: () => import("./draw.ts"),
  issue: () => import("./issue.ts"),
  memory: () => import("./memory.ts"),
  phone: () => import("./phone.ts"),
  proxy: () => import("./proxy.mjs"),
  http2: () => import("./http2.ts"),
  trace: () => import("./trace.ts"),
  traces: () => import("./traces.ts"),
  wake: () => import("./wake.ts"),
  lighthouse: () => import("./lighthouse.ts"),
};
const wanted = process.argv.slice(2);
for (const name of wanted)
  if (!Object.hasOwn(benches, name)) fail(`usage: node bench/run.mjs [${Object.keys(benches).join("|")}]`);
for (const name of wanted.length > 0 ? wanted : Object.keys(benches)) await benches[name]();
