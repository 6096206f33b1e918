// The tools behind `npm run check`, with our own settings, on planted faults: an update of one must not make it blind.
import { spawnSync } from "node:child_process";
import { readFileSync, symlinkSync } from "node:fs";
import path from "node:path";
import { expect, test, vi } from "vitest";
import { clean, contract, domain, plant, server, type Tree, web } from "./planted-tree.ts";

vi.setConfig({ testTimeout: 60_000 });

const root = path.join(import.meta.dirname, "..");
const copied = (...files: string[]): Tree =>
  Object.fromEntries(files.map((file) => [file, readFileSync(path.join(root, file), "utf8")]));
const floors = ["packages/domain", "packages/contract", "apps/server", "apps/web"];
const manifests = ["package.json", ...floors.map((floor) => `${floor}/package.json`)];

test("Biome finds what is not declared, Node builtins where none belong, and cycles", () => {
  const [undeclared, restricted, cycle] = ["noUndeclaredDependencies", "noRestrictedImports", "noImportCycles"];
  const planted: [file: string, source: string, rule?: string][] = [
    [`${contract}/lead.ts`, 'import "hono";', undeclared],
    [`${contract}/lead-lazy.ts`, 'await import("hono");', undeclared],
    [`${contract}/lead-again.ts`, 'export * from "hono";', undeclared],
    [`${contract}/lead-type.ts`, 'export type * from "hono";', undeclared],
    [`${server}/transitive.ts`, 'import "unist-util-visit";', undeclared],
    [`${server}/for-tests.ts`, 'import "jsqr";', undeclared],
    [`${server}/for-tests.test.ts`, 'import "jsqr";'],
    [`${server}/web.ts`, 'import "@shoreline/web/root";', undeclared],
    [`${web}/server.ts`, 'import "@shoreline/server/app";', undeclared],
    ["e2e/undeclared.spec.ts", 'import "hono";', undeclared],
    ["e2e/declared.spec.ts", 'import "@playwright/test";'],
    ["scripts/undeclared.mjs", 'import "hono";', undeclared],

    [`${domain}/lead.ts`, 'import "zod";', restricted],
    [`${domain}/lead-type.ts`, 'import type { z } from "zod";', restricted],
    [`${domain}/files.ts`, 'import "node:fs";', restricted],
    [`${domain}/files-type.ts`, 'import type { Stats } from "fs";', restricted],
    [`${contract}/files.ts`, 'import "node:path";', restricted],
    [`${contract}/files-type.ts`, 'import type { Stats } from "node:fs";', restricted],
    [`${web}/files.ts`, 'import "node:fs";', restricted],
    [`${web}/ui/files.ts`, 'import type { Stats } from "node:fs";', restricted],
    [`${web}/files.test.ts`, 'import "node:fs";'],
    [`${web}/files-bare.ts`, 'import "fs";', "useNodejsImportProtocol"],

    [`${domain}/ring-a.ts`, 'import "./ring-b.ts";', cycle],
    [`${domain}/ring-b.ts`, 'export * from "./ring-c.ts";', cycle],
    [`${domain}/ring-c.ts`, 'import type { A } from "./ring-a.ts";', cycle],
    [`${domain}/to-ring.ts`, 'import "./ring-a.ts";'],
    [`${server}/lazy-a.ts`, 'await import("./lazy-b.ts");', cycle],
    [`${server}/lazy-b.ts`, 'import "./lazy-a.ts";', cycle],
    [`${contract}/index.ts`, 'export * from "./round.ts";', cycle],
    [`${contract}/round.ts`, 'import type { Api } from "./index.ts";', cycle],
  ];
  const tree = plant({
    ...copied("biome.json", ".gitignore", ...manifests),
    ...clean,
    ...Object.fromEntries(planted.map(([file, source]) => [file, source])),
  });
  const { stdout } = run("@biomejs/biome/bin/biome", ["lint", "--reporter=github", "--max-diagnostics=none"], tree);
  const rules = new Set(planted.map(([, , rule]) => rule));
  const found = [...stdout.matchAll(/title=lint\/\w+\/(\w+),file=([^,]+),/g)]
    .filter(([, rule]) => rules.has(rule))
    .map(([, rule, file = ""]) => `${path.relative(tree, file)} ${rule}`);
  const faulty = planted.filter(([, , rule]) => rule);
  expect(found).toEqual(expect.arrayContaining(faulty.map(([file, , rule]) => `${file} ${rule}`)));
  expect(new Set(found.map((line) => line.split(" ")[0]))).toEqual(new Set(faulty.map(([file]) => file)));
});

test("the compiler finds imports that lead nowhere", () => {
  const tree = plant({
    ...copied("tsconfig.base.json", "apps/server/tsconfig.json"),
    [`${server}/gone.ts`]: 'import "./nowhere.ts";',
    [`${server}/gone-type.ts`]: 'import type { A } from "./nowhere.ts";\nexport type B = A;',
    [`${server}/gone-lazy.ts`]: 'export const a = () => import("./nowhere.ts");',
    [`${server}/folder.ts`]: 'import "./rooms";',
    [`${server}/no-index.ts`]: 'import "@shoreline/domain";',
    [`${server}/rooms/x.ts`]: "export {};",
  });
  symlinkSync(path.join(root, "node_modules"), path.join(tree, "node_modules"));
  const { stdout } = run("typescript/bin/tsc", ["-p", "apps/server"], tree);
  const found = [...stdout.matchAll(/^(\S+)\(\d+,\d+\): error TS(?:2307|2882)/gm)].map(([, file]) =>
    path.basename(file ?? ""),
  );
  expect(found.sort()).toEqual(["folder.ts", "gone-lazy.ts", "gone-type.ts", "gone.ts", "no-index.ts"]);
});

test("knip finds files, exports, types and packages that nobody uses, and packages that a type alone names", () => {
  const manifest = (name: string, more = {}) => JSON.stringify({ name, type: "module", ...more });
  const tree = plant({
    ...copied("knip.jsonc"),
    "package.json": manifest("shoreline", { workspaces: ["packages/*", "apps/*"] }),
    "packages/domain/package.json": manifest("@shoreline/domain", { exports: { "./*": "./src/*.ts" } }),
    "apps/server/package.json": manifest("@shoreline/server", {
      dependencies: { "@shoreline/domain": "0.1.0", hono: "4.0.0", zod: "4.0.0" },
    }),
    "apps/web/package.json": manifest("@shoreline/web"),
    "scripts/start.mjs": 'import "../apps/server/src/main.ts";',
    [`${server}/main.ts`]: 'import "hono";\nimport "./used.ts";\ntype A = import("undeclared").A;',
    [`${server}/used.ts`]: "export const unused = 1;\nexport type Unused = 1;",
    [`${server}/alone.ts`]: "",
    [`${domain}/money.ts`]: "export const paise = 100;",
  });
  const { stdout } = run("knip/bin/knip.js", ["--no-progress", "--reporter=json"], tree);
  const { issues } = JSON.parse(stdout) as { issues: ({ file: string } & Record<string, { name: string }[]>)[] };
  const kinds = ["files", "exports", "types", "dependencies", "unlisted"];
  const found = issues.flatMap(({ file, ...found }) =>
    kinds.flatMap((kind) => (found[kind] ?? []).map(({ name }) => `${file} ${kind} ${name}`)),
  );
  expect(found.sort()).toEqual(
    [
      "apps/server/package.json dependencies @shoreline/domain",
      "apps/server/package.json dependencies zod",
      `${server}/alone.ts files ${server}/alone.ts`,
      `${server}/main.ts unlisted undeclared`,
      `${server}/used.ts exports unused`,
      `${server}/used.ts types Unused`,
      `${domain}/money.ts exports paise`,
    ].sort(),
  );
});

function run(tool: string, args: string[], cwd: string) {
  const done = spawnSync(process.execPath, [path.join(root, "node_modules", tool), ...args], { cwd, encoding: "utf8" });
  if (!done.stdout) throw new Error(`${tool} said nothing: ${done.stderr}`);
  return done;
}
