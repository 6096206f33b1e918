import { spawnSync } from "node:child_process";
import path from "node:path";
import { expect, test } from "vitest";
import { checkImports } from "./check-imports.mjs";
import { clean, contract, domain, plant, server, type Tree, web } from "./planted-tree.ts";

test("a tree that obeys every rule has no fault", () => {
  const sources = Object.keys(clean).filter((file) => /\.tsx?$/.test(file));
  expect(checkImports(plant(clean))).toEqual({ faults: [], files: sources.length, imports: 42 });
});

const faults: [file: string, specifier: string, why: string][] = [
  [`${domain}/lead.ts`, "@shoreline/contract", "packages/domain may not import packages/contract"],
  [`${domain}/lead.test.ts`, "@shoreline/contract/quiz", "packages/domain may not import packages/contract"],
  [`${domain}/lead.ts`, "@shoreline/domain/course", "own files are imported by relative path"],
  [`${contract}/lead.ts`, "../../../apps/server/src/app.ts", "packages/contract may not import apps/server"],
  [`${server}/x.ts`, "@shoreline/web", "apps/server may not import apps/web"],
  [`${server}/x.test.ts`, "@shoreline/web/root", "apps/server may not import apps/web"],
  [`${server}/x.ts`, "../../web/app/root.tsx", "apps/server may not import apps/web"],
  [`${server}/x.ts`, "../../../packages/domain/src/money.ts", "another floor is imported by its package name"],
  [`${server}/x.ts`, "../../../scripts/ready.mjs", "apps/server may not import files outside its folder"],
  [`${web}/x.ts`, "@shoreline/server/app", "apps/web may not import apps/server"],
  [`${web}/lib/x.ts`, "../../../server/src/app.ts", "apps/web may not import apps/server"],
  [`${web}/x.ts`, "~/root", "own files are imported by relative path"],

  [`${domain}/lead.ts`, "./quiz.ts", "room quiz comes after lead"],
  [`${contract}/lead.ts`, "./quiz.ts", "room quiz comes after lead"],
  [`${contract}/lead.ts`, "@shoreline/domain/quiz", "room quiz comes after lead"],
  [`${server}/rooms/course/queries.ts`, "../quiz/handlers.ts", "room quiz comes after course"],
  [`${server}/rooms/course/queries.ts`, "@shoreline/domain/quiz", "room quiz comes after course"],
  [`${server}/rooms/course/queries.ts`, "../../db/tables/quiz-answer.ts", "room quiz comes after course"],
  [`${server}/db/tables/course-mentor.ts`, "./quiz-answer.ts", "room quiz comes after course"],
  [`${server}/http/x.ts`, "../rooms/course/handlers.ts", "only rooms.ts names rooms"],
  [`${server}/db/x.ts`, "../rooms/course/handlers.ts", "only rooms.ts names rooms"],
  [`${server}/db/tables/quiz.ts`, "../../rooms/course/handlers.ts", "only rooms.ts names rooms"],
  [`${server}/jobs/x.ts`, "../rooms/course/handlers.ts", "only rooms.ts names rooms"],
  [`${server}/adapters/x.ts`, "../rooms/course/handlers.ts", "only rooms.ts names rooms"],
  [`${server}/content/x.ts`, "../rooms/course/handlers.ts", "only rooms.ts names rooms"],
  [`${server}/ports.ts`, "./rooms/course/handlers.ts", "only rooms.ts names rooms"],
  [`${server}/mail.ts`, "./rooms/course/handlers.ts", "only rooms.ts names rooms"],
  [`${server}/app.ts`, "./adapters/mail.ts", "only main.ts names adapters"],
  [`${server}/rooms/quiz/mails.ts`, "../../adapters/mail.ts", "only main.ts names adapters"],

  [`${web}/rooms/course/other.tsx`, "../quiz/page.tsx", "room quiz comes after course"],
  [`${web}/rooms/course/other.test.tsx`, "../quiz/page.tsx", "room quiz comes after course"],
  [`${web}/rooms/quiz/other.tsx`, "../../frame/layout.tsx", "rooms may not import frame"],
  [`${web}/rooms/quiz/other.tsx`, "../../portal/layout.tsx", "rooms may not import portal"],
  [`${web}/rooms/quiz/other.tsx`, "../../pages/home.tsx", "rooms may not import pages"],
  [`${web}/ui/x.tsx`, "../rooms/quiz/page.tsx", "ui may not import rooms"],
  [`${web}/ui/x.tsx`, "../frame/layout.tsx", "ui may not import frame"],
  [`${web}/ui/x.tsx`, "../portal/layout.tsx", "ui may not import portal"],
  [`${web}/ui/x.tsx`, "@shoreline/contract", "ui knows no room"],
  [`${web}/lib/x.ts`, "../rooms/quiz/page.tsx", "lib may not import rooms"],
  [`${web}/lib/x.ts`, "../frame/layout.tsx", "lib may not import frame"],
  [`${web}/lib/x.ts`, "../portal/layout.tsx", "lib may not import portal"],
  [`${web}/lib/x.ts`, "../pages/home.tsx", "lib may not import pages"],
];

test.each(faults)("%s may not import %s: %s", (file, specifier, why) => {
  const fault = `${file}:1 imports ${specifier}: ${why}`;
  expect(faultsWith({ [file]: `import "${specifier}";` })).toEqual([fault]);
  expect(faultsWith({ [file]: `import type { A } from "${specifier}";` })).toEqual([fault]);
});

test("a folder that is no room, and a package that is no floor, is a fault", () => {
  const planted = {
    [`${server}/rooms/blog/handlers.ts`]: "",
    [`${web}/rooms/course-list/page.tsx`]: "",
    "packages/shared/src/x.ts": "",
  };
  expect(faultsWith(planted)).toEqual([
    "apps/server/src/rooms/blog: unknown room: add it to the list in scripts/check-imports.mjs",
    "apps/web/app/rooms/course-list: unknown room: add it to the list in scripts/check-imports.mjs",
    "packages/shared: unknown floor: add it to the list in scripts/check-imports.mjs",
  ]);
});

const kinds: [kind: string, source: string, line: number][] = [
  ["import", 'import quiz from "./quiz.ts";', 1],
  ["bare import", 'import "./quiz.ts"', 1],
  ["single quotes, no spaces", "import{a}from'./quiz.ts'", 1],
  ["type import", 'import type { A } from "./quiz.ts";', 1],
  ["import of a type", 'import { type A } from "./quiz.ts";', 1],
  ["namespace", 'import * as quiz from "./quiz.ts";', 1],
  ["re-export", 'export { a as b } from "./quiz.ts";', 1],
  ["re-export of all", 'export * as quiz from "./quiz.ts";', 1],
  ["type re-export", 'export type * from "./quiz.ts";', 1],
  ["several lines", '\nimport {\n  a, // one\n  b,\n} from "./quiz.ts";', 2],
  ["after an export", 'export interface A {}\nimport a from "./quiz.ts"', 2],
  ["dynamic", 'const a =\n  await import("./quiz.ts");', 2],
  ["dynamic, several lines", "import(\n  /* later */\n  `./quiz.ts`,\n)", 1],
  ["inside a template", `const a = \`{ \${\`}\` + import("./quiz.ts")} \`;`, 1],
  ["after an address", 'const a = "http://x"; import("./quiz.ts");', 1],
  ["after a template", "const a = `\n/*\n`;\nimport('./quiz.ts');", 4],
  ["after a regular expression", 'const a = [/["`]/, /[/"]/, 6 / 2]; import("./quiz.ts");', 1],
];

test.each(kinds)("recognises %s", (_kind, source, line) => {
  expect(faultsWith({ [`${domain}/lead.ts`]: source })).toEqual([
    `${domain}/lead.ts:${line} imports ./quiz.ts: room quiz comes after lead`,
  ]);
});

test("a type is imported at the top of its file, where cycles are looked for", () => {
  expect(faultsWith({ [`${domain}/lead.ts`]: 'type A = import("./money.ts").A;' })).toEqual([
    `${domain}/lead.ts:1 imports ./money.ts: types are imported at the top of the file`,
  ]);
  expect(faultsWith({ [`${server}/x.ts`]: 'type A = typeof import("hono");' })).toEqual([]);
});

test("text in JSX hides no import", () => {
  const page = `export const a = <p title="a
    b">Don't {\`x \${y}
    \`} see http://x and/or {1} / {2}</p>;
  const b = import("../../portal/layout.tsx");`;
  expect(faultsWith({ [`${web}/rooms/quiz/page.tsx`]: page })).toEqual([
    "apps/web/app/rooms/quiz/page.tsx:4 imports ../../portal/layout.tsx: rooms may not import portal",
  ]);
});

test.each([
  '// import "./quiz.ts";',
  '/* http://x\n import "./quiz.ts";\n*/',
  "const a = 'import \"./quiz.ts\"';",
  'const a = "\\" import \'./quiz.ts\'";',
  'const a = `\n  import b from "./quiz.ts";\n`;',
  'const a = /import ".\\/quiz.ts"/;',
  'loader.import("./quiz.ts");',
  `import(\`./\${name}.ts\`);`,
  'import("./quiz" + ".ts");',
])("is not fooled by %s", (source) => {
  expect(faultsWith({ [`${domain}/lead.ts`]: source })).toEqual([]);
});

test("a file that cannot be parsed is not passed over", () => {
  expect(() => faultsWith({ [`${domain}/lead.ts`]: "import {" })).toThrow(`${domain}/lead.ts cannot be parsed`);
});

test("checking nothing is a fault", () => {
  const empty = plant({ "README.md": "" });
  const faults = [`${empty}: no import was read, so nothing was checked`];
  expect(checkImports(empty)).toEqual({ faults, files: 0, imports: 0 });
  const unread = plant({ [`${server}/main.ts`]: 'import "hono";' });
  expect(checkImports(unread).faults).toEqual([`${unread}: no import was read, so nothing was checked`]);
});

test("the command prints its finding and exits with it", () => {
  const good = runCommand(plant(clean));
  expect(good).toMatchObject({ status: 0, stdout: "imports: 32 files, 42 imports, no fault\n", stderr: "" });
  const bad = runCommand(plant({ ...clean, [`${domain}/lead.ts`]: 'import "./quiz.ts";' }));
  expect(bad).toMatchObject({
    status: 1,
    stdout: "",
    stderr: "packages/domain/src/lead.ts:1 imports ./quiz.ts: room quiz comes after lead\n",
  });
});

function faultsWith(planted: Tree): string[] {
  return checkImports(plant({ ...clean, ...planted })).faults;
}

function runCommand(root: string) {
  const script = path.join(import.meta.dirname, "check-imports.mjs");
  return spawnSync(process.execPath, [script, root], { encoding: "utf8" });
}
