import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { freshenDemo } from "../../content/demo.ts";
import { demoContent } from "../../db/tables/house.ts";
import { news } from "../../db/tables/site.ts";
import { contents } from "../../rooms.ts";
import { testDay } from "../../test/global-setup.ts";
import { testInstitute } from "../../test/institute.ts";

const institute = await testInstitute();
const visitor = institute.visitor();
const day = 24 * 60 * 60 * 1000;

test("the site tells who the institute is and what is new, newest first", async () => {
  const site = await visitor.site.read({});
  expect(site.institute).toMatchObject({ name: "Shoreline Academy", timeZone: "Asia/Kolkata" });
  const dates = site.news.map((item) => item.publishedAt);
  expect(dates).toEqual([...dates].sort().reverse());
  expect(new Date(dates[0] ?? 0).getTime()).toBeLessThan(testDay.getTime());
});

test("dates of the demo move along with the days, and what staff removed stays removed", async () => {
  const before = await institute.db.select().from(news).orderBy(news.slug);
  await institute.db.delete(news).where(eq(news.slug, before[0]?.slug ?? ""));
  await freshenDemo({ db: institute.db, now: new Date(testDay.getTime() + 40 * day), rooms: contents });
  const after = await institute.db.select().from(news).orderBy(news.slug);
  expect(after.map((item) => item.publishedAt.getTime())).toEqual(
    before.slice(1).map((item) => item.publishedAt.getTime() + 40 * day),
  );
});

test("the dates of a real institute are left alone", async () => {
  await institute.db.delete(demoContent);
  const before = await institute.db.select().from(news).orderBy(news.slug);
  expect(await freshenDemo({ db: institute.db, now: testDay, rooms: contents })).toBe(false);
  expect(await institute.db.select().from(news).orderBy(news.slug)).toEqual(before);
});
