import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";
import { describeMistake, openFolder } from "./folder.ts";

const root = mkdtempSync(path.join(tmpdir(), "content-"));
mkdirSync(path.join(root, "things"));
const Thing = z.strictObject({ name: z.string().min(1), parts: z.array(z.object({ hours: z.int() })) });
const write = (text: string, file = "things/boat.yaml") => writeFileSync(path.join(root, file), text);
const mistakesIn = (text: string) => {
  write(text);
  const folder = openFolder(root);
  folder.readFile("things/boat.yaml", Thing);
  return folder.mistakes.map(describeMistake);
};

test("the key of a file is its name without .yaml, other dots included", () => {
  write("name: Boat\nparts: [{ hours: 3 }]\n");
  write("name: Node\nparts: []\n", "things/node.js.yaml");
  expect([
    ...openFolder(root)
      .readAll("things", () => Thing)
      .keys(),
  ]).toEqual(["boat", "node.js"]);
});

test.each([
  [
    "name: Boat\nparts:\n  - hours: 1\n  - hours: many\n",
    ["things/boat.yaml:4: parts.1.hours: expected number, received string"],
  ],
  ["name: Boat\n", ["things/boat.yaml:1: parts: is missing"]],
  [
    "name: ''\nparts: []\ncolour: red\n",
    ["things/boat.yaml:1: name: must not be empty", "things/boat.yaml:3: has an unknown field: colour"],
  ],
  ["name: *nobody\nparts: []\n", [expect.stringMatching(/^things\/boat\.yaml:1: .*nobody/)]],
  ["name: Boat\n  parts: [\n", [expect.stringMatching(/^things\/boat\.yaml:\d: /)]],
])("every mistake names the file, the line and the field: %j", (text, mistakes) => {
  expect(mistakesIn(text)).toEqual(mistakes);
});

test("a missing file or folder is no mistake; misplaced and badly named files are", () => {
  write("name: Boat\nparts: []\n");
  const folder = openFolder(root);
  expect([folder.readFile("none.yaml", Thing), folder.readAll("nothing", () => Thing).size, folder.mistakes]).toEqual([
    null,
    0,
    [],
  ]);
  write("", "things/boat.yml");
  write("name: A\nparts: []\n", "things/Big Boat.yaml");
  folder.readAll("things", () => Thing);
  expect(folder.mistakes.map(describeMistake)).toEqual([
    "things/Big Boat.yaml: a file name may have lower-case letters, digits, dots and hyphens only",
    "things/boat.yml: only .yaml files belong here",
  ]);
});

test("a folder in place of a file, or a file in place of a folder, is a mistake", () => {
  const folder = openFolder(root);
  folder.readFile("things", Thing);
  folder.readAll("things/node.js.yaml", () => Thing);
  expect([folder.mistakes.map(describeMistake), folder.readBytes("things")]).toEqual([
    ["things: is not a file", "things/node.js.yaml: is not a folder"],
    null,
  ]);
});

test("a folder is the same however it is written", () => {
  writeFileSync(path.join(root, "sign.txt"), "here");
  for (const written of [root, `${root}/`, path.relative(process.cwd(), root)])
    expect(openFolder(written).readBytes("sign.txt")?.toString()).toBe("here");
});

test("files outside the folder cannot be read", () => {
  writeFileSync(path.join(root, "../outside.txt"), "secret");
  expect(openFolder(root).readBytes("../outside.txt")).toBeNull();
});
