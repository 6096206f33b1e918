import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { Institute } from "@shoreline/contract";
import sharp from "sharp";
import { expect, test } from "vitest";
import { z } from "zod";
import { openFolder, shippedFolder } from "../../content/folder.ts";
import { openDocument, paper } from "../../pdf/document.ts";
import { readPages } from "../../test/read-pdf.ts";
import { drawSyllabus } from "./syllabus-pdf.ts";
import { placeSections } from "./syllabus-pdf-flow.ts";
import { setSection } from "./syllabus-pdf-sections.ts";

const files = openFolder(shippedFolder);
const institute = Institute.parse(files.readFile("institute.yaml", Institute));
const Course = z.object({
  courseName: z.string(),
  description: z.string(),
  durationInHours: z.number(),
  outcomes: z.array(z.string()),
  syllabus: z.array(z.object({ title: z.string(), topics: z.array(z.string()) })),
});
const { courseName, ...rest } = Course.parse(files.readFile("courses/mern.yaml", Course));
const course = { name: courseName, ...rest };
// An offline course may use the syllabus of an online course.
const Named = Course.pick({ courseName: true }).extend({ syllabus: Course.shape.syllabus.default([]) });
const everyCourse = ["courses", "offline-courses"].flatMap((folder) =>
  readdirSync(path.join(shippedFolder, folder)).map((file) => Named.parse(files.readFile(`${folder}/${file}`, Named))),
);
const cover = readFileSync(path.join(shippedFolder, "pictures/courses/mern.svg"));
const publicUrl = "https://shoreline.example";

const bytes = await drawSyllabus({ course, institute, cover, publicUrl });
const file = Buffer.from(bytes).toString("latin1");
const pages = readPages(bytes);
const flat = (text = "") => text.replaceAll("\n", "");

test("a syllabus has title, author and language, and is tagged for screen readers", () => {
  expect(file).toContain("(MERN Stack: syllabus)");
  expect(file).toContain("(Shoreline Academy)");
  expect(file).toMatch(/\/Lang \(en-IN\)/);
  expect(file).toMatch(/\/DisplayDocTitle true/);
  expect(file).toMatch(/\/Marked true/);
  expect(file.match(/\/S \/H2\n/g)).toHaveLength(course.syllabus.length);
  expect(bytes.length).toBeLessThan(120_000);
});

test("every word of the course is printed", () => {
  const all = flat(pages.join("\n"));
  const sections = course.syllabus.flatMap(({ title, topics }) => [title, ...topics]);
  for (const text of [course.name, course.description, ...course.outcomes, ...sections]) expect(all).toContain(text);
});

test("every page except the cover shows its number and the name of the course", () => {
  expect(pages[0]).not.toContain(" of ");
  for (const [index, page] of pages.entries())
    if (index > 0) expect(page).toMatch(new RegExp(`MERN Stack, syllabus\n${index + 1} of ${pages.length}$`));
});

test("the contents list the page of each section, which has its title and its first topic", () => {
  for (const { title, topics } of course.syllabus) {
    const [, number] = new RegExp(`\n${title.replace(/[.+]/g, "\\$&")}\n(\\d+)`).exec(pages[1] ?? "") ?? [];
    const page = flat(pages[Number(number) - 1]);
    expect(page).toContain(title);
    expect(page).toContain(topics[0]);
  }
});

test("every link has a target in the document or at the institute", () => {
  const targets = [...file.matchAll(/\/D \(([\w-]+)\)/g)].map(([, name]) => name);
  expect(targets).toHaveLength(course.syllabus.length + 2);
  for (const name of targets) expect(file).toContain(`(${name}) [`);
  const { email, whatsapp } = institute;
  for (const to of [`mailto:${email}`, `https://wa.me/${whatsapp}`, "tel:+919000000000", publicUrl])
    expect(file).toContain(`/URI (${to})`);
});

test("the same course gives the same bytes", async () => {
  expect(Buffer.from(await drawSyllabus({ course, institute, cover, publicUrl })).equals(bytes)).toBe(true);
});

const shortest = { ...course, outcomes: ["Say hello."], syllabus: [{ title: "Hello", topics: ["World"] }] };

test("the shortest possible course has five pages", async () => {
  expect(readPages(await drawSyllabus({ course: shortest, institute, cover: null }))).toHaveLength(5);
});

test("long names, hundreds of topics and unusual characters print without missing glyphs in a small file", async () => {
  const topics = Array.from({ length: 400 }, (_, index) => `Topic ${index + 1} of very many, for ₹${index}`);
  const unusual = "தமிழ் <Café> & 👩‍💻 Łódź ".repeat(8);
  const extreme = { ...course, name: unusual, syllabus: [{ title: unusual, topics: [...topics, "x".repeat(200)] }] };
  const drawn = await drawSyllabus({ course: extreme, institute, cover });
  const all = readPages(drawn).join("\n");
  expect(all.match(/Topic \d+ of very many/g)).toHaveLength(400);
  expect(all).toContain("₹");
  expect(flat(all)).toContain("<Café> & Łódź");
  expect(all).not.toContain("\ufffd");
  expect(Buffer.from(drawn).toString("utf8")).toContain("&lt;Café&gt; &amp;");
  expect(drawn.length).toBeLessThan(300_000);
});

test.each(everyCourse)("the cover of $courseName splits no word of its name", async ({ courseName: name }) => {
  const [drawn = ""] = readPages(await drawSyllabus({ course: { ...shortest, name }, institute, cover: null }));
  const lines = drawn.split("\n");
  for (const word of name.split(" ")) expect(lines.filter((line) => line.split(" ").includes(word))).toHaveLength(1);
});

test.each(everyCourse)("the last page with sections of $courseName is not nearly empty", ({ syllabus }) => {
  const pdf = openDocument({ title: "", author: "", subject: "", madeAt: new Date(0) });
  const sections = syllabus.map((section, index) => setSection(pdf, section, String(index + 1)));
  const last = placeSections(sections, { top: paper.top + 63 }).at(-1) ?? { page: 0, y: 0 };
  expect(last.page === 0 || last.y > paper.top + (paper.bottom - paper.top) / 4).toBe(true);
});

test("a logo is printed on the cover, and on the dark last page only the one for dark ground", async () => {
  const [logo, logoOnDeep] = await Promise.all(
    [40, 44].map((width) =>
      sharp({ create: { width, height: 8, channels: 3, background: "#7a1f3d" } })
        .png()
        .toBuffer(),
    ),
  );
  const draw = async (onDeep: Uint8Array | null) =>
    Buffer.from(
      await drawSyllabus({
        course,
        institute,
        cover: null,
        letterhead: { mark: null, logo: logo ?? null, logoOnDeep: onDeep },
      }),
    ).toString("latin1");
  const [both, one] = [await draw(logoOnDeep ?? null), await draw(null)];
  expect([both, one].map((pdf) => pdf.match(/\/Alt \(Shoreline Academy\)/g)?.length)).toEqual([2, 1]);
  expect([both, one].map((pdf) => pdf.match(/\/Width 4[04]\s/g)?.length)).toEqual([2, 1]);
});
