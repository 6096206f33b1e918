import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { checkImports } from "./check-imports.mjs";

type Tree = Record<string, string>;

const domain = "packages/domain/src";
const contract = "packages/contract/src";
const server = "apps/server/src";
const web = "apps/web/app";

/** A small repository that obeys every rule; each test plants its fault in it. */
const clean: Tree = {
  [`${domain}/money.ts`]: "export const paise = 100;",
  [`${domain}/course.ts`]: 'import { paise } from "./money.ts";',
  [`${domain}/quiz.ts`]: 'import { course } from "./course.ts";',
  [`${domain}/quiz.test.ts`]: 'import { test } from "vitest";\nimport "node:fs";\nimport "./quiz.ts";',
  [`${contract}/endpoint.ts`]: 'import type { z } from "zod";',
  [`${contract}/course.ts`]: 'import { z } from "zod";\nimport "@shoreline/domain/course";\nimport "./endpoint.ts";',
  [`${contract}/quiz.ts`]: 'import "@shoreline/domain/course";\nimport "./course.ts";',
  [`${contract}/index.ts`]:
    'import { quiz } from "./quiz.ts";\nexport * from "./course.ts";\nexport * from "./quiz.ts";',
  [`${contract}/client.ts`]: 'import type { Api } from "./index.ts";',
  [`${contract}/client.test.ts`]: 'import "@redocly/openapi-core";\nimport "./client.ts";',
  [`${server}/main.ts`]: 'import "./app.ts";\nimport "./adapters/mail.ts";',
  [`${server}/app.ts`]: 'import "./rooms/course/handlers.ts";\nimport "./rooms/quiz/handlers.ts";',
  [`${server}/ports.ts`]: "export type Mailer = object;",
  [`${server}/adapters/mail.ts`]:
    'import "nodemailer";\nimport type { Mailer } from "../ports.ts";\nimport "./smtp.ts";',
  [`${server}/adapters/smtp.ts`]: 'import net from "node:net";',
  [`${server}/backup/backup.ts`]: 'import "../adapters/mail.ts";',
  [`${server}/db/tables/house.ts`]: 'import "drizzle-orm/pg-core";',
  [`${server}/db/tables/course.ts`]: 'import "./house.ts";',
  [`${server}/db/tables/quiz-answer.ts`]: 'import "./course.ts";',
  [`${server}/rooms/course/handlers.ts`]: 'import "@shoreline/contract";\nimport "../../db/tables/course.ts";',
  [`${server}/rooms/course/course.test.ts`]: 'import "../../adapters/mail.ts";\nimport "../quiz/handlers.ts";',
  [`${server}/rooms/quiz/handlers.ts`]: 'import "../course/handlers.ts";\nimport "@shoreline/domain/quiz";',
  [`${web}/entry.server.tsx`]: 'import { PassThrough } from "node:stream";',
  [`${web}/root.tsx`]: 'import logo from "./logo.svg?url";\nimport "./styles/tokens.css";\nimport "./frame/layout";',
  [`${web}/logo.svg`]: "<svg/>",
  [`${web}/styles/tokens.css`]: "",
  [`${web}/frame/layout.tsx`]: 'import "../ui/button.tsx";\nimport "../lib/api.ts";',
  [`${web}/portal/layout.tsx`]: 'import "../ui/button.tsx";',
  [`${web}/pages/home.tsx`]: 'import "../rooms/course/part.tsx";\nimport "../rooms/quiz/page.tsx";',
  [`${web}/ui/button.tsx`]: 'import "react";\nimport "@shoreline/domain/money";',
  [`${web}/lib/api.ts`]: 'import "@shoreline/contract/client";',
  [`${web}/rooms/course/page.tsx`]: 'import type { Route } from "./+types/page";\nimport "./part.tsx";',
  [`${web}/rooms/course/part.tsx`]: 'import "../../ui/button.tsx";\nimport "@shoreline/contract/quiz";',
  [`${web}/rooms/quiz/page.tsx`]: 'import "../course/part.tsx";',
};

test("a tree that obeys every rule has no fault", () => {
  const sources = Object.keys(clean).filter((file) => /\.tsx?$/.test(file));
  expect(checkImports(plant(clean))).toEqual({ faults: [], files: sources.length, imports: 41 });
});

const faults: [file: string, specifier: string, why: string][] = [
  [`${domain}/lead.ts`, "zod", "packages/domain may not import packages"],
  [`${domain}/lead.ts`, "node:fs", "packages/domain may not import Node builtins"],
  [`${domain}/lead.ts`, "fs", "packages/domain may not import Node builtins"],
  [`${domain}/lead.ts`, "@shoreline/contract", "packages/domain may not import packages/contract"],
  [`${domain}/lead.test.ts`, "@shoreline/contract/quiz", "packages/domain may not import packages/contract"],
  [`${domain}/lead.ts`, "@shoreline/domain/course", "own files are imported by relative path"],
  [`${contract}/lead.ts`, "hono", "packages/contract may import no package but zod"],
  [`${contract}/lead.ts`, "node:path", "packages/contract may not import Node builtins"],
  [`${contract}/lead.ts`, "../../../apps/server/src/app.ts", "packages/contract may not import apps/server"],
  [`${server}/x.ts`, "@shoreline/web", "apps/server may not import apps/web"],
  [`${server}/x.test.ts`, "@shoreline/web/root", "apps/server may not import apps/web"],
  [`${server}/x.ts`, "../../web/app/root.tsx", "apps/server may not import apps/web"],
  [`${server}/x.ts`, "../../../packages/domain/src/money.ts", "another floor is imported by its package name"],
  [`${server}/x.ts`, "../../../scripts/ready.mjs", "apps/server may not import files outside its folder"],
  [`${web}/x.ts`, "@shoreline/server/app", "apps/web may not import apps/server"],
  [`${web}/lib/x.ts`, "../../../server/src/app.ts", "apps/web may not import apps/server"],
  [`${web}/x.ts`, "node:fs", "apps/web may not import Node builtins"],
  [`${web}/x.ts`, "~/root", "own files are imported by relative path"],

  [`${domain}/lead.ts`, "./quiz.ts", "room quiz comes after lead"],
  [`${contract}/lead.ts`, "./quiz.ts", "room quiz comes after lead"],
  [`${contract}/lead.ts`, "@shoreline/domain/quiz", "room quiz comes after lead"],
  [`${server}/rooms/course/queries.ts`, "../quiz/handlers.ts", "room quiz comes after course"],
  [`${server}/rooms/course/queries.ts`, "@shoreline/domain/quiz", "room quiz comes after course"],
  [`${server}/rooms/course/queries.ts`, "../../db/tables/quiz-answer.ts", "room quiz comes after course"],
  [`${server}/db/tables/course-mentor.ts`, "./quiz-answer.ts", "room quiz comes after course"],
  [`${server}/http/x.ts`, "../rooms/course/handlers.ts", "http may not import rooms"],
  [`${server}/db/x.ts`, "../rooms/course/handlers.ts", "db may not import rooms"],
  [`${server}/db/tables/quiz.ts`, "../../rooms/course/handlers.ts", "db may not import rooms"],
  [`${server}/jobs/x.ts`, "../rooms/course/handlers.ts", "jobs may not import rooms"],
  [`${server}/adapters/x.ts`, "../rooms/course/handlers.ts", "adapters may not import rooms"],
  [`${server}/content/x.ts`, "../rooms/course/handlers.ts", "content may not import rooms"],
  [`${server}/ports.ts`, "./rooms/course/handlers.ts", "ports.ts may not import rooms"],
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

  [`${server}/x.ts`, "./gone.ts", "no such file"],
  [`${server}/x.ts`, "./rooms", "no such file"],
  [`${server}/x.ts`, "@shoreline/domain", "no such file"],
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
  ["type of a dynamic import", 'type A = import("./quiz.ts").A;', 1],
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

test("text in JSX hides no import", () => {
  const page = `export const a = <p title="a
    b">Don't {\`x \${y}
    \`} see http://x and/or {1} / {2}</p>;
  const b = import("./gone.tsx");`;
  expect(faultsWith({ [`${web}/rooms/quiz/page.tsx`]: page })).toEqual([
    "apps/web/app/rooms/quiz/page.tsx:4 imports ./gone.tsx: no such file",
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

test("a cycle is reported once, with its files", () => {
  const planted = {
    [`${domain}/a.ts`]: 'import "./b.ts";',
    [`${domain}/b.ts`]: 'import type { C } from "./c.ts";\nexport * from "./c.ts";',
    [`${domain}/c.ts`]: 'import { paise } from "./money.ts";\nimport { a } from "./a.ts";\nexport * from "./a.ts";',
    [`${domain}/d.ts`]: 'import "./b.ts";',
  };
  expect(faultsWith(planted)).toEqual([
    "packages/domain/src/c.ts:2 imports ./a.ts: cycle " +
      "packages/domain/src/a.ts -> packages/domain/src/b.ts -> packages/domain/src/c.ts -> packages/domain/src/a.ts",
  ]);
});

test("a room of the contract that imports the index closes a cycle", () => {
  const ring = ["index.ts", "quiz.ts", "course.ts", "index.ts"].map((name) => `${contract}/${name}`).join(" -> ");
  expect(faultsWith({ [`${contract}/course.ts`]: 'import type { Api } from "./index.ts";' })).toEqual([
    `${contract}/course.ts:1 imports ./index.ts: cycle ${ring}`,
  ]);
});

test("checking nothing is a fault", () => {
  const empty = plant({ "README.md": "" });
  expect(checkImports(empty)).toEqual({
    faults: [`${empty}: no source file found, so nothing was checked`],
    files: 0,
    imports: 0,
  });
  const unread = plant({ [`${server}/main.ts`]: 'import "hono";' });
  expect(checkImports(unread).faults).toEqual([`${unread}: no import resolved, so nothing was checked`]);
});

test("the command prints its finding and exits with it", () => {
  const good = runCommand(plant(clean));
  expect(good).toMatchObject({ status: 0, stdout: "imports: 32 files, 41 imports, no fault\n", stderr: "" });
  const bad = runCommand(plant({ ...clean, [`${domain}/lead.ts`]: 'import "zod";' }));
  expect(bad).toMatchObject({
    status: 1,
    stdout: "",
    stderr: "packages/domain/src/lead.ts:1 imports zod: packages/domain may not import packages\n",
  });
});

function faultsWith(planted: Tree): string[] {
  return checkImports(plant({ ...clean, ...planted })).faults;
}

function plant(tree: Tree): string {
  const root = mkdtempSync(path.join(tmpdir(), "check-imports-"));
  onTestFinished(() => rmSync(root, { recursive: true }));
  for (const [file, source] of Object.entries(tree)) {
    mkdirSync(path.join(root, path.dirname(file)), { recursive: true });
    writeFileSync(path.join(root, file), source);
  }
  return root;
}

function runCommand(root: string) {
  const script = path.join(import.meta.dirname, "check-imports.mjs");
  return spawnSync(process.execPath, [script, root], { encoding: "utf8" });
}
