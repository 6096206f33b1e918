import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import sharp from "sharp";
import { beforeAll, expect, test } from "vitest";
import { migrate } from "../db/migrate.ts";
import { course } from "../db/tables/course.ts";
import { contentKinds } from "../house.ts";
import type { StoredFile } from "../ports.ts";
import { emptyDatabase } from "../test/empty-database.ts";
import { testDay } from "../test/global-setup.ts";
import { memoryFiles } from "../test/memory-files.ts";
import { applyContent, diffContent } from "./apply.ts";
import { complete } from "./institute-command.ts";
import { writeInstitute } from "./new-institute.ts";

const { db, pool } = await emptyDatabase();
const stored = new Map<string, StoredFile>();
const files = memoryFiles(stored);
const root = path.join(mkdtempSync(path.join(tmpdir(), "institute-")), "kaveri");
const run = { db, files, kinds: contentKinds, root, source: "own" as const, now: testDay };
const apply = async () => (await applyContent(run)).map(({ action, kind, key }) => `${action} ${kind} ${key}`);

beforeAll(async () => {
  await migrate(pool);
  const about = { name: "Kaveri School", city: "Trichy", address: "12 Fort Road", pin: "620002", state: "Tamil Nadu" };
  const reach = { phone: "+91 98765 43210", email: "hello@kaveri.example", course: "Python" };
  writeInstitute(root, await complete({ ...about, ...reach }, null));
  await applyContent(run);
});

const quiz = (name: string) => `languageName: ${name}
position: 1
bgColor: "#3d4f7a"
languageImage: /pictures/quiz/python.svg
course: python
language: python
topics:
  - topic: Types
    about: Types.
    questions:
      - { question: One?, options: ["1", "2", "3", "4"], answer: "1", explanation: It is., level: easy }
`;

test("an item that refers to something that staff have removed comes as soon as that is back", async () => {
  mkdirSync(path.join(root, "quiz"), { recursive: true });
  const removed = await db.delete(course).returning();
  writeFileSync(path.join(root, "quiz/python.yaml"), quiz("Python"));
  expect(await apply()).toEqual(["keep course python", "keep quiz python"]);
  await db.insert(course).values(removed);
  expect(await apply()).toEqual(["add quiz python"]);
});

test("diff and apply name all damaged pictures at once, and nothing is applied or stored", async () => {
  const photo = await sharp({ create: { width: 90, height: 90, channels: 3, background: "#123456" } })
    .jpeg()
    .toBuffer();
  mkdirSync(path.join(root, "pictures/courses"), { recursive: true });
  mkdirSync(path.join(root, "pictures/quiz"), { recursive: true });
  const half = photo.subarray(0, photo.byteLength / 2);
  for (const name of ["courses/python.jpg", "quiz/python.svg"]) writeFileSync(path.join(root, "pictures", name), half);
  const all = /pictures\/courses\/python\.jpg: is damaged[\s\S]*pictures\/quiz\/python\.svg: is damaged/;
  await expect(diffContent(run)).rejects.toThrow(all);
  await expect(applyContent(run)).rejects.toThrow(all);
  expect(stored.size).toBe(0);
  rmSync(path.join(root, "pictures"), { recursive: true });
});
