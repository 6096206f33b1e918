import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { eq, sql } from "drizzle-orm";
import sharp from "sharp";
import { beforeAll, expect, test } from "vitest";
import { migrate } from "../db/migrate.ts";
import { course, offlineCourse } from "../db/tables/course.ts";
import { news } from "../db/tables/site.ts";
import { contentKinds, demoMakers } from "../house.ts";
import type { StoredFile } from "../ports.ts";
import { addBatches } from "../rooms/schedule/plan.ts";
import { emptyDatabase } from "../test/empty-database.ts";
import { testDay } from "../test/global-setup.ts";
import { testInstitute } from "../test/institute.ts";
import { newLearner } from "../test/learner.ts";
import { memoryFiles } from "../test/memory-files.ts";
import { orderCourse, payAtGateway, settle } from "../test/paying.ts";
import { applyContent, diffContent } from "./apply.ts";
import { describeChanges } from "./command.ts";
import { freshenDemo, hasDemo, loadDemo } from "./demo.ts";
import { changeDemo } from "./demo-command.ts";
import { fillDatabase } from "./fill.ts";
import { complete } from "./institute-command.ts";
import { writeInstitute } from "./new-institute.ts";
import { findBroken } from "./well-formed.ts";

const { db, pool } = await emptyDatabase();
const stored = new Map<string, StoredFile>();
const files = memoryFiles(stored);
const root = path.join(mkdtempSync(path.join(tmpdir(), "institute-")), "kaveri");
const run = { db, files, kinds: contentKinds, root, source: "own" as const, now: testDay };
const edit = (file: string, change: (text: string) => string) => {
  const place = path.join(root, file);
  writeFileSync(place, change(readFileSync(place, "utf8")));
};
const short = async (work: Promise<Awaited<ReturnType<typeof diffContent>>>) =>
  (await work).map(({ action, kind, key }) => `${action} ${kind} ${key}`);

beforeAll(async () => {
  await migrate(pool);
  const answers = await complete(
    {
      name: "Kaveri School of Code",
      city: "Tiruchirappalli",
      address: "12 Fort Road",
      pin: "620002",
      state: "Tamil Nadu",
      phone: "+91 98765 43210",
      email: "hello@kaveri.example",
      course: "Python",
    },
    null,
  );
  writeInstitute(root, answers);
});

test("an empty database without content of its own is not filled beside real providers", async () => {
  const start = { ...run, makers: demoMakers, progress: () => {}, config: { contentDir: undefined } };
  await expect(fillDatabase({ ...start, mayBeDemo: false })).rejects.toThrow("npm run institute -- new FOLDER");
});

test("a new institute is applied once; a second time nothing changes", async () => {
  expect((await short(applyContent(run))).sort()).toEqual([
    "add block contact",
    "add block home",
    "add block privacy-policy",
    "add block terms-conditions",
    "add course python",
    "add institute institute",
  ]);
  expect(await short(applyContent(run))).toEqual([]);
  expect(await hasDemo(db, demoMakers)).toBe(false);
});

test("what the files change is applied field by field, and what staff changed stays", async () => {
  await db.update(course).set({ name: "Python by staff" });
  edit("courses/python.yaml", (text) => text.replace(/priceInRupees: \d+/, "priceInRupees: 5000"));
  edit("courses/python.yaml", (text) => text.replace("courseName: Python", "courseName: Python by file"));
  const lines = describeChanges(await diffContent(run), "diff").join("\n");
  expect(lines).toContain('name: "Python by staff" -> "Python by file"   staff win: both have changed it');
  expect(lines).toContain("priceInPaise: 999900 -> 500000   files win: only the files have changed");
  expect(lines).toContain("1 item would change");
  await applyContent(run);
  const [row] = await db.select().from(course);
  expect([row?.name, row?.priceInPaise]).toEqual(["Python by staff", 500_000]);
  await applyContent({ ...run, filesWin: true });
  const [after] = await db.select().from(course);
  expect(after?.name).toBe("Python by file");
});

test("a relative date counts from the day it was first applied", async () => {
  const write = (when: string) =>
    writeFileSync(path.join(root, "news.yaml"), `- { slug: a, title: A, text: B, publishedAt: "${when}" }\n`);
  const read = async () => (await db.select().from(news))[0]?.publishedAt.toISOString();
  write("+1d 10:00");
  await applyContent(run);
  expect(await read()).toBe("2026-11-16T04:30:00.000Z");
  expect(await short(applyContent({ ...run, now: new Date("2026-12-24T06:30:00Z") }))).toEqual([]);
  write("2027-01-15 18:30");
  await applyContent(run);
  expect(await read()).toBe("2027-01-15T13:00:00.000Z");
  rmSync(path.join(root, "news.yaml"));
  expect(await short(applyContent(run))).toEqual(["remove news a"]);
});

test("a mistake in the files changes nothing and names file, line and field", async () => {
  const before = readFileSync(path.join(root, "courses/python.yaml"), "utf8");
  edit("courses/python.yaml", (text) =>
    text.replace("level: beginner", "level: wizard").replace("durationInHours: 40", "durationInHours: -1"),
  );
  await expect(applyContent(run)).rejects.toThrow(/courses\/python\.yaml:\d+: durationInHours: /);
  writeFileSync(path.join(root, "courses/python.yaml"), before.replace("level: beginner", "level: wizard"));
  await expect(applyContent(run)).rejects.toThrow(
    /courses\/python\.yaml:\d+: level: must be one of beginner, intermediate/,
  );
  writeFileSync(path.join(root, "courses/python.yaml"), before);
});

test("a file that nothing reads, and a misspelt setting within another, are mistakes", async () => {
  writeFileSync(path.join(root, "mentor.yaml"), "[]\n");
  await expect(diffContent(run)).rejects.toThrow("mentor.yaml: nothing reads this; check its name");
  rmSync(path.join(root, "mentor.yaml"));
  const before = readFileSync(path.join(root, "institute.yaml"), "utf8");
  writeFileSync(path.join(root, "institute.yaml"), `${before}brand: { colour: red }\n`);
  await expect(diffContent(run)).rejects.toThrow(/institute\.yaml:\d+: brand: has an unknown field: colour/);
  writeFileSync(path.join(root, "institute.yaml"), before);
});

test("pictures are scaled and stored under a name of their own; a drawing that runs something is refused", async () => {
  const { mkdirSync } = await import("node:fs");
  mkdirSync(path.join(root, "pictures/courses"), { recursive: true });
  const photo = await sharp({ create: { width: 3000, height: 2000, channels: 3, background: "#336699" } })
    .jpeg()
    .toBuffer();
  writeFileSync(path.join(root, "pictures/courses/python.jpg"), photo);
  await applyContent(run);
  const [row] = await db.select().from(course);
  const name = /^\/media\/picture\/([0-9a-f]{24}\.webp)$/.exec(row?.image ?? "")?.[1];
  const { width } = await sharp(stored.get(`picture/${name}`)?.bytes).metadata();
  expect(width).toBe(960);
  mkdirSync(path.join(root, "offline-courses"));
  const offline = "courseName: Python at the campus\ndurationInHours: 40\ndescription: Here\nsyllabusOf: python\n";
  writeFileSync(path.join(root, "offline-courses/python.yaml"), offline);
  await applyContent(run);
  expect(await db.select({ image: offlineCourse.image }).from(offlineCourse)).toEqual([{ image: row?.image }]);
  rmSync(path.join(root, "offline-courses"), { recursive: true });
  await applyContent(run);
  writeFileSync(
    path.join(root, "pictures/courses/python.svg"),
    "<svg xmlns='http://www.w3.org/2000/svg' onload='x()'/>",
  );
  await expect(diffContent(run)).rejects.toThrow("/pictures/courses/python.svg contains a program");
  rmSync(path.join(root, "pictures"), { recursive: true });
});

test("a course that somebody has bought is hidden when its file goes, and comes back with it", async () => {
  const learner = sql`insert into learner (country_code, mobile_number, first_name, last_name, gender, date_of_birth, email, occupation, inst_or_org, state, country, created_at, updated_at)
    values ('+91', '9000000001', 'Mala', 'Devi', 'female', '2000-01-01', 'mala@example.com', 'student', 'X', 'Tamil Nadu', 'india', now(), now()) returning id`;
  const { rows } = await db.execute<{ id: string }>(learner);
  const [row] = await db.select().from(course);
  await db.execute(
    sql`insert into purchase (learner_id, course_id, batch_time, batch_type, purchased_at) values (${rows[0]?.id}, ${row?.id}, '9-10', 'week-days', now())`,
  );
  const text = readFileSync(path.join(root, "courses/python.yaml"), "utf8");
  const isHidden = async () => (await db.select().from(course)).map((one) => one.isHidden);
  rmSync(path.join(root, "courses/python.yaml"));
  const hides = "- course python: hidden, because learners own it";
  expect(describeChanges(await diffContent(run), "diff")).toEqual([hides, "1 item would change."]);
  expect(await isHidden()).toEqual([false]);
  expect(describeChanges(await applyContent(run), "apply")).toEqual([hides, "1 item changed."]);
  expect(await isHidden()).toEqual([true]);
  expect(describeChanges(await applyContent(run), "apply")).toEqual([
    "= course python: it is no longer in the files, and hidden, because learners own it",
    expect.any(String),
  ]);
  writeFileSync(path.join(root, "courses/python.yaml"), text);
  expect(await short(applyContent(run))).toEqual(["change course python"]);
  expect(await isHidden()).toEqual([false]);
});

test("a course that staff have hidden stays so while its file does not say otherwise", async () => {
  await db.update(course).set({ isHidden: true });
  expect(await short(applyContent(run))).toEqual(["keep course python"]);
  expect(await db.select({ isHidden: course.isHidden }).from(course)).toEqual([{ isHidden: true }]);
  await db.update(course).set({ isHidden: false });
});

test("a change of hours names the batches that no longer match, and leaves them alone", async () => {
  const plan = (hours: number, { startsInDays }: { startsInDays: number }) => {
    const startsAt = new Date(testDay.getTime() + startsInDays * 86_400_000);
    const classes = Array.from({ length: hours }, (_, n) => ({
      number: n + 1,
      startsAt: new Date(startsAt.getTime() + n * 86_400_000),
      topic: "A topic",
    }));
    const kind = { batchTime: "9-10", trainerName: "Meera", meetingUrl: "https://x.example" };
    return { ...kind, batchType: "week-days" as const, classes };
  };
  const [row] = await db.select().from(course);
  const courseId = row?.id ?? "";
  const batches = [
    { courseId, ...plan(40, { startsInDays: -10 }) },
    { courseId, ...plan(60, { startsInDays: 5 }) },
    { courseId, ...plan(40, { startsInDays: -90 }) },
    { courseId, isDemo: true, ...plan(40, { startsInDays: 5 }) },
  ];
  const [running] = await addBatches(db, batches, testDay);
  const count = async () => (await db.execute(sql`select count(*)::int as count from live_class`)).rows[0]?.count;
  edit("courses/python.yaml", (text) => text.replace("durationInHours: 40", "durationInHours: 60"));
  const says = `    ! batch ${running} was planned for 40 hours and stays; plan a new one with npm run batch`;
  for (const lines of [
    describeChanges(await diffContent(run), "diff"),
    describeChanges(await applyContent(run), "apply"),
  ])
    expect(lines.filter((line) => line.includes("batch"))).toEqual([says]);
  expect(await count()).toBe(180);
  edit("courses/python.yaml", (text) => text.replace("courseName: Python by file", "courseName: Python"));
  expect(describeChanges(await applyContent(run), "apply").join()).not.toContain("batch");
  await db.execute(sql`delete from batch`);
});

test("two applies at once do not disturb each other", async () => {
  edit("institute.yaml", (text) =>
    text.replace("tagline: Software training with live classes", "tagline: Live classes"),
  );
  const added = '- { slug: b, title: A, text: B, publishedAt: "+1d 10:00" }\n';
  writeFileSync(path.join(root, "news.yaml"), added);
  const [one, two] = await Promise.all([applyContent(run), applyContent(run)]);
  expect([one.length, two.length].sort()).toEqual([0, 2]);
});

test("a start keeps every row of an institute of its own, and says what is not applied yet", async () => {
  edit("institute.yaml", (text) => text.replace("Live classes", "Evening classes"));
  const said: string[] = [];
  const start = { ...run, makers: demoMakers, config: { contentDir: root }, mayBeDemo: false };
  await fillDatabase({ ...start, progress: (_step, detail) => void said.push(detail) });
  expect(said.join()).toContain("1 change is not applied yet");
  edit("institute.yaml", (text) => text.replace("city:", "town:"));
  said.length = 0;
  await fillDatabase({ ...start, progress: (_step, detail) => void said.push(detail) });
  expect(said.join()).toMatch(/institute\.yaml:\d+: has an unknown field: town[\s\S]*was applied last/);
  edit("institute.yaml", (text) => text.replace("town:", "city:"));
  expect([await db.$count(course), await hasDemo(db, demoMakers)]).toEqual([1, false]);
});

test("a broken row is found and named", async () => {
  await db.update(course).set({ syllabus: sql`'{"a": 1}'::jsonb` });
  expect(await findBroken(db, contentKinds)).toEqual([
    { kind: "course", key: "python", problem: expect.stringContaining("syllabus") },
  ]);
});

test("the demo is refused beside real providers or an own folder; it can be removed or kept", async () => {
  const demo = await testInstitute();
  const started = { db: demo.db, files, kinds: contentKinds, makers: demoMakers, now: testDay, progress: () => {} };
  const fill = (config: { contentDir?: string | undefined }, mayBeDemo: boolean) =>
    fillDatabase({ ...started, config: { contentDir: config.contentDir }, mayBeDemo });
  await expect(fill({}, false)).rejects.toThrow("npm run demo -- remove");
  await expect(fill({ contentDir: root }, true)).rejects.toThrow("npm run demo -- remove");
  await fill({}, true);
  expect(await loadDemo({ ...started })).toBeNull();

  const me = await newLearner(demo, { email: "tries@example.com" });
  const order = await orderCourse(me);
  await me.enrolment.buy({ courseId: "sql", ...(await payAtGateway(demo, order.order_id)) });
  await settle(demo);
  await demo.db.execute(sql`update batch set is_demo = false where id in (select batch_id from batch_place)`);
  const shown = await changeDemo(demo.db, ["remove"]);
  for (const what of [
    "certificates",
    "batches",
    "1  invoices",
    "1  purchases",
    "1  payments",
    "1  orders",
    "17  course",
  ])
    expect(shown.join("\n")).toContain(what);
  expect(shown.at(-1)).toContain("Nothing is removed yet");
  expect(await hasDemo(demo.db, demoMakers)).toBe(true);
  await changeDemo(demo.db, ["remove", "--yes"]);
  expect(await hasDemo(demo.db, demoMakers)).toBe(false);
  const { rows } = await demo.db.execute(
    sql`select (select count(*) from course) + (select count(*) from batch) + (select count(*) from webinar) + (select count(*) from certificate)
      + (select count(*) from news) + (select count(*) from mentor) + (select count(*) from offline_course) + (select count(*) from block) + (select count(*) from institute) + (select count(*) from question) as left`,
  );
  expect(Number(rows[0]?.left)).toBe(0);
  await expect(changeDemo(demo.db, ["remove"])).rejects.toThrow("does not hold the demo");
});

test("a demo with an order at a real provider is not removed", async () => {
  const demo = await testInstitute();
  const me = await newLearner(demo, { email: "real@example.com" });
  const { order_id } = await orderCourse(me);
  await demo.db.execute(sql`delete from gateway_record where id = ${order_id}`);
  await expect(changeDemo(demo.db, ["remove", "--yes"])).rejects.toThrow("1 order of this database went to a real");
  expect(await hasDemo(demo.db, demoMakers)).toBe(true);
});

test("the demo that an institute has made its own is left alone from then on", async () => {
  const demo = await testInstitute();
  const [before] = await demo.db.select().from(news).orderBy(news.slug);
  await changeDemo(demo.db, ["keep"]);
  const later = new Date(testDay.getTime() + 9 * 86_400_000);
  expect(await freshenDemo({ db: demo.db, files, kinds: contentKinds, makers: demoMakers, now: later })).toBe(false);
  const [after] = await demo.db.select().from(news).orderBy(news.slug);
  expect([await hasDemo(demo.db, demoMakers), after?.publishedAt]).toEqual([false, before?.publishedAt]);
});

test("an upgraded demo, of which it is not known what the files had, gets new dates and keeps staff's texts", async () => {
  const demo = await testInstitute();
  await demo.db.execute(sql`update content_item set applied = null`);
  const [item] = await demo.db.select().from(news).limit(1);
  await demo.db
    .update(news)
    .set({ title: "By staff" })
    .where(eq(news.id, item?.id ?? ""));
  const later = new Date(testDay.getTime() + 86_400_000);
  await freshenDemo({ db: demo.db, files, kinds: contentKinds, makers: demoMakers, now: later });
  const [after] = await demo.db
    .select()
    .from(news)
    .where(eq(news.id, item?.id ?? ""));
  expect(after?.title).toBe("By staff");
  expect(after?.publishedAt.getTime()).toBe((item?.publishedAt.getTime() ?? 0) + 86_400_000);
});

test("colours that cannot be read are refused with the line and the contrast", async () => {
  edit(
    "institute.yaml",
    (text) => `${text.trimEnd()}\nbrand:\n  colours:\n    main: "#ffd166"\n    accent: "#0b4f8f"\n`,
  );
  const line = readFileSync(path.join(root, "institute.yaml"), "utf8")
    .split("\n")
    .findIndex((one) => one.includes("main:"));
  await expect(applyContent(run)).rejects.toThrow(
    `institute.yaml:${line + 1}: brand.colours.main: #ffd166 cannot be read on the light pages: its contrast is 1.3, and 4.5 is needed.`,
  );
  edit("institute.yaml", (text) => text.replace("#ffd166", "#7a1f3d").replace("#0b4f8f", "#e8b04a"));
  expect(await short(applyContent(run))).toContain("change institute institute");
});
