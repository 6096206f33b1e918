import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { contentKinds } from "../house.ts";
import { testDay } from "../test/global-setup.ts";
import { complete } from "./institute-command.ts";
import { refuseFolder, writeInstitute } from "./new-institute.ts";
import { readContent } from "./reading.ts";

const place = mkdtempSync(path.join(tmpdir(), "institutes-"));
afterAll(() => rmSync(place, { recursive: true }));

const fine = {
  name: "A",
  city: "B",
  address: "C",
  pin: "600001",
  state: "Goa",
  phone: "+91 98765 43210",
  email: "a@b.in",
  course: "E",
};

test.each([
  { address: ";;" },
  { pin: "none" },
  { email: "<x>@y.z" },
  { phone: "((((((((" },
  { name: "A\u001b[2Jb" },
  { hours: "0" },
  { price: "-1" },
  { prefix: "A1" },
  { "course-address": "Python" },
  { state: "Atlantis" },
])("an answer that could not be used is refused: %j", async (wrong) => {
  await expect(complete({ ...fine, ...wrong }, null)).rejects.toThrow(/^--[\w-]+ is not possible: it must /);
});

test.each([
  [{ pin: "60001" }, '--pin is not possible: it must be six digits, such as 605001, not "60001".'],
  [
    { hours: "2001" },
    '--hours is not possible: it must be a whole number from 1 to 2,000, in digits only, not "2001".',
  ],
  [{ price: "9,999" }, 'from 0 to 1,00,00,000, in digits only, not "9,999".'],
  [{ state: "Tamil Nado" }, '--state is not possible: it must be one of Tamil Nadu, not "Tamil Nado".'],
  [{ state: "Atlantis" }, "it must be one of Andaman and Nicobar Islands, Andhra Pradesh, Arunachal Pradesh, "],
])("a refusal says what is possible: %j", async (wrong, says) => {
  await expect(complete({ ...fine, ...wrong }, null)).rejects.toThrow(says);
});

test.each([
  ["tamilnadu", "Tamil Nadu"],
  ["PONDICHERRY", "Puducherry"],
  ["J & K", "Jammu and Kashmir"],
])("the state %s is written as GST spells it", async (state, name) => {
  expect((await complete({ ...fine, state }, null)).state).toBe(name);
});

test("a person is asked again, with what is possible, until the answer is", async () => {
  const asked: string[] = [];
  const answers = ["6", "605001"];
  const { pin, ...rest } = fine;
  const done = await complete(rest, async (text, usual) => {
    if (usual !== undefined) return usual;
    asked.push(text);
    return answers.shift() ?? "";
  });
  expect([done.pin, asked]).toEqual(["605001", ["PIN code", "PIN code (it must be six digits, such as 605001)"]]);
});

test("prefix and addresses follow from names in Latin letters", async () => {
  const names = { name: "École Kaveri of Code", course: "C++ & C# für Anfänger", city: "Zürich" };
  const answers = await complete({ ...fine, ...names }, null);
  expect(answers).toMatchObject({ prefix: "EKC", "course-address": "cpp-c-sharp-fur-anfanger" });
});

test("names without Latin letters need a Latin spelling where numbers and addresses are made of them", async () => {
  const tamil = { name: "காவிரி பள்ளி", course: "பைதான் 3", city: "புதுச்சேரி" };
  await expect(complete({ ...fine, ...tamil }, null)).rejects.toThrow("--prefix is missing");
  await expect(complete({ ...fine, ...tamil, prefix: "kav" }, null)).rejects.toThrow("--course-address is missing");
  const answers = await complete({ ...fine, ...tamil, prefix: "kaveri", "course-address": "python" }, null);
  const root = path.join(place, "tamil");
  expect(writeInstitute(root, answers)).toContain("courses/python.yaml");
  const written = readFileSync(path.join(root, "institute.yaml"), "utf8");
  expect(written).toMatch(/courseUrlSuffix: training\ncertificatePrefix: KAVERI\ninvoicePrefix: KAV\n/);
  expect(readContent({ root, kinds: contentKinds, now: testDay }).folder.mistakes).toEqual([]);
});

test("the longest and largest answers make files without mistakes", async () => {
  const most = { name: `${"Abc ".repeat(49)}Abc`, course: "#".repeat(200), "course-address": "a".repeat(100) };
  const answers = await complete({ ...fine, ...most, hours: "2000", price: "10000000" }, null);
  const root = path.join(place, "deep/er", "most");
  writeInstitute(root, answers);
  expect(readContent({ root, kinds: contentKinds, now: testDay }).folder.mistakes).toEqual([]);
});

test("a folder that cannot take an institute is refused", async () => {
  const answers = await complete(fine, null);
  const file = path.join(place, "file");
  writeFileSync(file, "");
  expect(() => refuseFolder(file)).toThrow(`${file} is a file.`);
  expect(() => refuseFolder(path.join(file, "below"))).toThrow(`${file} is a file.`);
  expect(() => refuseFolder(place)).toThrow("is not empty");
  expect(() => writeInstitute("/proc/institute", answers)).toThrow("/proc/institute cannot be written (");
});
