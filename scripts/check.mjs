import { spawn } from "node:child_process";
import { availableParallelism } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { ready, root } from "./ready.mjs";

/** The longest first. The commands of a step run one after the other. */
const steps = [
  { name: "types of apps/server", commands: [types("apps/server")] },
  { name: "lint and format", commands: [["@biomejs/biome/bin/biome", "check", "--error-on-warnings", "."]] },
  {
    name: "styles and types of apps/web",
    commands: [
      ["@react-router/dev/bin.cjs", "typegen", "apps/web"],
      ["../scripts/check-styles.mjs"],
      types("apps/web"),
    ],
  },
  {
    name: "nothing unused",
    commands: [
      [
        "knip/bin/knip.js",
        "--cache",
        "--no-progress",
        "--treat-config-hints-as-errors",
        "--reporter=symbols",
        "--reporter=./scripts/count-files.mjs",
      ],
    ],
  },
  { name: "types of packages/contract", commands: [types("packages/contract")] },
  { name: "types of e2e, bench, faults, deploy and scripts", commands: [types(".")] },
  { name: "order of imports", commands: [["../scripts/check-imports.mjs"]] },
  { name: "types of packages/domain", commands: [types("packages/domain")] },
  { name: "types of packages/proof", commands: [types("packages/proof")] },
];

if (import.meta.main ?? process.argv[1] === fileURLToPath(import.meta.url)) {
  await ready(import.meta.url);
  if (!(await checkAll())) process.exit(1);
}

/** As many steps at a time as there are cores. */
export async function checkAll() {
  const waiting = [...steps];
  let isFine = true;
  const work = async () => {
    for (let step = waiting.shift(); step; step = waiting.shift()) isFine = (await run(step)) && isFine;
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
  return isFine;
}

/** What did not change since the last time is not checked again. One checker each: several would do much of the work twice. */
function types(project) {
  const cache = `node_modules/.cache/types/${project === "." ? "root" : project}.tsbuildinfo`;
  return [
    "typescript/bin/tsc",
    "--noEmit",
    "-p",
    project,
    "--checkers",
    "1",
    "--incremental",
    "--tsBuildInfoFile",
    cache,
  ];
}

async function run({ name, commands }) {
  const began = performance.now();
  let said = "";
  for (const command of commands) {
    const done = await node(command);
    if (done.code !== 0) {
      console.log(`FAIL ${name}\n${done.said}`);
      return false;
    }
    said = done.said.trim();
  }
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  console.log(`ok   ${seconds.padStart(4)} s  ${name}${said ? `: ${said}` : ""}`);
  return true;
}

function node([file, ...args]) {
  const child = spawn(process.execPath, [path.join(root, "node_modules", file), ...args], { cwd: root });
  const parts = [];
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (part) => parts.push(part));
  return new Promise((done) => child.on("close", (code) => done({ code, said: Buffer.concat(parts).toString() })));
}
