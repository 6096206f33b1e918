import { spawnSync } from "node:child_process";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { ready, root } from "./ready.mjs";

if (import.meta.main ?? process.argv[1] === fileURLToPath(import.meta.url)) {
  await ready(import.meta.url);
  if (!check()) process.exit(1);
}

/** Types, lint, format and imports. */
export function check() {
  const steps = [
    { name: "types of the routes", cwd: "apps/web", args: ["node_modules/@react-router/dev/bin.cjs", "typegen"] },
    ...["packages/domain", "packages/contract", "apps/server", "apps/web", "."].map((project) => ({
      name: `types of ${project === "." ? "e2e, bench and scripts" : project}`,
      args: ["node_modules/typescript/bin/tsc", "--noEmit", "-p", project],
    })),
    { name: "lint and format", args: ["node_modules/@biomejs/biome/bin/biome", "check", "--error-on-warnings", "."] },
    { name: "imports", args: ["scripts/check-imports.mjs"] },
  ];
  return steps.map(run).every(Boolean);
}

function run({ name, args: [file, ...rest], cwd = "." }) {
  const done = spawnSync(process.execPath, [path.join(root, file), ...rest], {
    cwd: path.join(root, cwd),
    encoding: "utf8",
  });
  const isFine = done.status === 0;
  console.log(`${isFine ? "ok  " : "FAIL"} ${name}`);
  if (!isFine) console.log(`${done.stdout}${done.stderr}`);
  return isFine;
}
