import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";
import { contents } from "../house.ts";
import { testDay } from "../test/global-setup.ts";
import { testInstitute } from "../test/institute.ts";
import { RelativeDate, resolveDate } from "./dates.ts";
import { loadDemo } from "./demo.ts";
import { readContentFile, readContentFolder, refuseDuplicates, refuseMissingPicture } from "./read.ts";

const folder = mkdtempSync(path.join(tmpdir(), "content-"));
const Thing = z.strictObject({ name: z.string(), parts: z.array(z.object({ hours: z.int() })) });
const file = (text: string) => {
  mkdirSync(path.join(folder, "things"), { recursive: true });
  writeFileSync(path.join(folder, "things/boat.yaml"), text);
};

test("the key of a file is its name without .yaml, other dots included", () => {
  file("name: Boat\nparts: [{ hours: 3 }]\n");
  writeFileSync(path.join(folder, "things/node.js.yaml"), "name: Node\nparts: []\n");
  expect([...readContentFolder("things", Thing, folder).keys()]).toEqual(["boat", "node.js"]);
});

test.each([
  [
    "name: Boat\nparts: [{ hours: many }]\n",
    "content/things/boat.yaml: parts.0.hours: Invalid input: expected number, received string",
  ],
  ["name: Boat\n", "content/things/boat.yaml: parts: Invalid input"],
  ["name: Boat\nparts: []\ncolour: red\n", 'content/things/boat.yaml: the file: Unrecognized key: "colour"'],
  ["name: Boat\n  parts: [\n", "content/things/boat.yaml: "],
])("an error names the file and the field", (text, message) => {
  file(text);
  expect(() => readContentFile("things/boat.yaml", Thing, folder)).toThrow(message);
});

test("an error names what is missing, duplicated or misplaced", () => {
  expect(() => readContentFile("none.yaml", Thing, folder)).toThrow("content/none.yaml: there is no such file.");
  expect(() => readContentFolder("nothing", Thing, folder)).toThrow("content/nothing: the folder is empty.");
  writeFileSync(path.join(folder, "things/boat.yml"), "");
  expect(() => readContentFolder("things", Thing, folder)).toThrow("content/things/boat.yml: only .yaml files");
  expect(() => refuseDuplicates("news.yaml", [{ slug: "a" }, { slug: "a" }], "slug")).toThrow(
    "content/news.yaml: slug: a is used twice.",
  );
  expect(() => refuseMissingPicture("x.yaml", "/pictures/none.svg", folder)).toThrow(
    "content/x.yaml: there is no picture content/pictures/none.svg.",
  );
});

test.each([
  ["+2d 18:30", "Asia/Kolkata", "2026-11-17T13:00:00.000Z"],
  ["-8d 00:00", "Asia/Kolkata", "2026-11-06T18:30:00.000Z"],
  ["+0d 23:59", "America/New_York", "2026-11-16T04:59:00.000Z"],
  // Summer time ends on 1 Nov 2026 in New York: before it noon is 16:00 UTC.
  ["-20d 12:00", "America/New_York", "2026-10-26T16:00:00.000Z"],
  ["+60d 09:00", "Pacific/Auckland", "2027-01-13T20:00:00.000Z"],
])("%s in %s is %s", (relative, timeZone, iso) => {
  expect(resolveDate(relative, { now: testDay, timeZone }).toISOString()).toBe(iso);
});

test("today is the institute's today, not the server's", () => {
  const lateInTheEvening = new Date("2026-11-14T20:00:00Z"); // already the 15th in India
  expect(resolveDate("+0d 09:00", { now: lateInTheEvening, timeZone: "Asia/Kolkata" }).toISOString()).toBe(
    "2026-11-15T03:30:00.000Z",
  );
});

test.each(["tomorrow", "2026-11-15", "+2d", "2d 10:00", "+2d 1:00"])("%s is not a relative date", (text) => {
  expect(RelativeDate.safeParse(text).success).toBe(false);
});

test("demo content is not loaded into a database with data, however many processes start", async () => {
  const { deps } = await testInstitute();
  const runs = await Promise.all([1, 2, 3].map(() => loadDemo({ ...deps, now: testDay, rooms: contents })));
  expect(runs).toEqual([null, null, null]);
});
