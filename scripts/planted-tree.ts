import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { onTestFinished } from "vitest";

export type Tree = Record<string, string>;

export const domain = "packages/domain/src";
export const contract = "packages/contract/src";
export const server = "apps/server/src";
export const web = "apps/web/app";

/** A small repository that obeys every rule; each test plants its faults in it. */
export const clean: Tree = {
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
  [`${server}/rooms.ts`]: 'import "./rooms/course/handlers.ts";\nimport "./rooms/quiz/handlers.ts";',
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

/** Writes the files into a folder that is removed after the test. */
export function plant(tree: Tree): string {
  const root = mkdtempSync(path.join(tmpdir(), "planted-"));
  onTestFinished(() => rmSync(root, { recursive: true }));
  for (const [file, source] of Object.entries(tree)) {
    mkdirSync(path.join(root, path.dirname(file)), { recursive: true });
    writeFileSync(path.join(root, file), source);
  }
  return root;
}
