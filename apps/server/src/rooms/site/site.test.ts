import type { Institute } from "@shoreline/contract";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { freshenDemo } from "../../content/demo.ts";
import { course } from "../../db/tables/course.ts";
import { demoContent } from "../../db/tables/house.ts";
import { institute as instituteTable, news } from "../../db/tables/site.ts";
import { contentKinds, demoMakers } from "../../house.ts";
import { listenForContent } from "../../http/content-listener.ts";
import { enqueue } from "../../jobs/queue.ts";
import { testDay } from "../../test/global-setup.ts";
import { testInstitute } from "../../test/institute.ts";
import { purgeOnNewDay } from "./new-day.ts";
import { readInstitute } from "./queries.ts";

const institute = await testInstitute();
const visitor = institute.visitor();
const day = 24 * 60 * 60 * 1000;

test("the site has the institute's profile and its news, newest first", async () => {
  const site = await visitor.site.read({});
  expect(site.institute).toMatchObject({ name: "Shoreline Academy", timeZone: "Asia/Kolkata" });
  const dates = site.news.map((item) => item.publishedAt);
  expect(dates).toEqual([...dates].sort().reverse());
  expect(new Date(dates[0] ?? 0).getTime()).toBeLessThan(testDay.getTime());
});

test("the long texts have all sections, with the institute's name and contact details filled in", async () => {
  const terms = await visitor.site.text({ name: "terms-conditions" });
  expect(terms.sections).toHaveLength(17);
  expect(JSON.stringify(terms)).toMatch(/refund/i);
  const privacy = await visitor.site.text({ name: "privacy-policy" });
  expect(privacy.sections).toHaveLength(7);
  for (const text of [terms, privacy]) expect(JSON.stringify(text)).not.toMatch(/\{\w+\}/);
  expect(JSON.stringify(privacy)).toContain("syllabus downloads are erased 2 years after you sent them");
  expect(JSON.stringify(privacy)).toContain("hello@shoreline.example");
  for (const told of ["which mails we sent to your address", "whether you came to it", "accounting or mailing program"])
    expect(JSON.stringify(privacy)).toContain(told);
});

test.each(["chatbot", "home", "nothing", "../terms-conditions"])("%s is not a long text", async (name) => {
  await expect(visitor.site.text({ name })).rejects.toMatchObject({ code: "UNKNOWN_TEXT" });
});

test("a visitor can reach every entry of the chatbot and never a dead end", async () => {
  const { start, end, entries } = await visitor.site.chatbot({});
  const known = new Map(entries.map((entry) => [entry.question.toLowerCase(), entry]));
  const reached = new Set<string>();
  const walk = (words: string) => {
    const entry = known.get(words.toLowerCase());
    if (words.toLowerCase() === end.toLowerCase()) return;
    expect([words, entry]).toEqual([words, expect.anything()]);
    if (!entry || reached.has(entry._id)) return;
    reached.add(entry._id);
    for (const { course } of entry.answer) walk(course);
  };
  walk(start);
  expect(reached.size).toBe(entries.length);
});

test("the chatbot links each course with its fee and next batch, and a hidden course not at all", async () => {
  const linksOf = async (question: string) =>
    (await visitor.site.chatbot({})).entries.find((entry) => entry.question === question)?.links ?? [];
  expect(await linksOf("Python")).toEqual([
    {
      text: expect.stringMatching(/^Python: ₹12,999(, next batch on \d+ \w+ \d{4})?$/),
      to: "/onlinecourses/viewdetails/python/Python-training-in-pondicherry",
    },
  ]);
  const { entries } = await visitor.site.chatbot({});
  const about = entries.filter(({ _id }) => _id.startsWith("course-"));
  expect(about.filter(({ links }) => links.length === 0)).toEqual([]);
  for (const { to } of entries.flatMap(({ links }) => links)) expect(to).toMatch(/^\//);
  await institute.db.update(course).set({ isHidden: true }).where(eq(course.courseId, "java"));
  institute.cache.purge();
  expect(await linksOf("Java Programming")).toEqual([]);
  await institute.db.update(course).set({ isHidden: false }).where(eq(course.courseId, "java"));
  institute.cache.purge();
});

test("news appear when their day comes at the institute, and its first hour purges the pages of all processes", async () => {
  const { cache, db, connection, deps, runJobs, setNow } = institute;
  const listener = listenForContent({ connection, cache, log: deps.log });
  await listener.ready;
  // Ten in the morning of 20 November in India.
  const publishedAt = new Date("2026-11-20T04:30:00Z");
  await visitor.site.read({});
  await db.insert(news).values({ slug: "soon", title: "Soon", text: "Text", publishedAt });
  await expect.poll(() => cache.find("/api/site")).toBeUndefined();
  const titles = async () => (await visitor.site.read({})).news.map(({ title }) => title);
  const passMidnight = async (now: string) => {
    setNow(new Date(now));
    await enqueue(db, purgeOnNewDay, {});
    await runJobs();
  };
  await passMidnight("2026-11-19T18:15:00Z");
  expect(await titles()).not.toContain("Soon");
  await passMidnight("2026-11-19T18:30:00Z");
  await expect.poll(() => cache.find("/api/site")).toBeUndefined();
  expect((await titles())[0]).toBe("Soon");
  await db.delete(news).where(eq(news.slug, "soon"));
  await listener.stop();
  setNow(testDay);
});

test("on a day that begins at one, because clocks go forward at midnight, news appear at one", async () => {
  const { cache, db, connection, deps, runJobs, setNow } = institute;
  const profile = await readInstitute(db);
  await db.update(instituteTable).set({ profile: { ...profile, timeZone: "Africa/Cairo" } });
  await db
    .insert(news)
    .values({ slug: "spring", title: "A", text: "B", publishedAt: new Date("2027-04-30T09:00:00Z") });
  cache.purge();
  const listener = listenForContent({ connection, cache, log: deps.log });
  await listener.ready;
  await visitor.site.read({});
  setNow(new Date("2027-04-29T22:00:00Z"));
  await enqueue(db, purgeOnNewDay, {});
  await runJobs();
  await expect.poll(() => cache.find("/api/site")).toBeUndefined();
  await listener.stop();
  await db.delete(news).where(eq(news.slug, "spring"));
  await db.update(instituteTable).set({ profile });
  cache.purge();
  setNow(testDay);
});

test("the terms name the batch times as people say them", async () => {
  const [before] = await institute.db.select().from(instituteTable);
  const change = async (batchTimes: string[]) => {
    await institute.db.update(instituteTable).set({ profile: { ...(before?.profile as Institute), batchTimes } });
    institute.cache.purge();
  };
  await change(["07-08", "11-12", "18-19"]);
  const terms = JSON.stringify(await visitor.site.text({ name: "terms-conditions" }));
  expect(terms).toContain("a batch time (7:00 to 8:00 AM, 11:00 AM to 12:00 noon, 6:00 to 7:00 PM)");
  await change(before?.profile.batchTimes ?? []);
});

test("the dates of the demo stay up to date, and removed items stay removed", async () => {
  const before = await institute.db.select().from(news).orderBy(news.slug);
  await institute.db.delete(news).where(eq(news.slug, before[0]?.slug ?? ""));
  await freshenDemo({
    ...institute.deps,
    now: new Date(testDay.getTime() + 40 * day),
    kinds: contentKinds,
    makers: demoMakers,
  });
  const after = await institute.db.select().from(news).orderBy(news.slug);
  expect(after.map((item) => item.publishedAt.getTime())).toEqual(
    before.slice(1).map((item) => item.publishedAt.getTime() + 40 * day),
  );
});

test("the dates of a real institute do not change", async () => {
  await institute.db.delete(demoContent);
  const before = await institute.db.select().from(news).orderBy(news.slug);
  expect(await freshenDemo({ ...institute.deps, now: testDay, kinds: contentKinds, makers: demoMakers })).toBe(false);
  expect(await institute.db.select().from(news).orderBy(news.slug)).toEqual(before);
});
