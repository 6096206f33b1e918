import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { freshenDemo } from "../../content/demo.ts";
import { demoContent } from "../../db/tables/house.ts";
import { news } from "../../db/tables/site.ts";
import { contentKinds, demoMakers } from "../../house.ts";
import { listenForContent } from "../../http/content-listener.ts";
import { enqueue } from "../../jobs/queue.ts";
import { testDay } from "../../test/global-setup.ts";
import { testInstitute } from "../../test/institute.ts";
import { greetNewYear } from "./new-year.ts";

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

test("at New Year all processes render their pages again", async () => {
  const { cache, db, connection, deps, runJobs } = institute;
  const listener = listenForContent({ connection, cache, log: deps.log });
  await listener.ready;
  await visitor.site.read({});
  expect(cache.find("/api/site")).toBeDefined();
  await enqueue(db, greetNewYear, {});
  await runJobs();
  await expect.poll(() => cache.find("/api/site")).toBeUndefined();
  await listener.stop();
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
