import { Institute } from "@shoreline/contract";
import { sql } from "drizzle-orm";
import { z } from "zod";
import { RelativeDate, resolveDate } from "../../content/dates.ts";
import type { RoomContent } from "../../content/demo.ts";
import { readContentFile } from "../../content/read.ts";
import { institute, news } from "../../db/tables/site.ts";

const NewsFile = z
  .array(
    z.strictObject({
      slug: z.string().min(1),
      title: z.string().min(1),
      text: z.string().min(1),
      publishedAt: RelativeDate,
    }),
  )
  .min(1);

export const siteContent: RoomContent = {
  name: "site",
  async load({ db, now }) {
    const profile = readContentFile("institute.yaml", Institute.strict());
    await db.insert(institute).values({ profile });
    const rows = datedNews(now, profile.timeZone);
    await db.insert(news).values(rows);
    return 1 + rows.length;
  },
  async freshen({ db, now }) {
    const [row] = await db.select().from(institute);
    if (!row) return;
    const rows = datedNews(now, row.profile.timeZone);
    // What staff removed stays removed: only dates of items that are still there move.
    const dates = sql.join(
      rows.map((item) => sql`(${item.slug}, ${item.publishedAt.toISOString()}::timestamptz)`),
      sql`, `,
    );
    await db.execute(
      sql`update news set published_at = fresh.at from (values ${dates}) as fresh (slug, at) where news.slug = fresh.slug and news.published_at <> fresh.at`,
    );
  },
};

function datedNews(now: Date, timeZone: string) {
  return readContentFile("news.yaml", NewsFile).map((item) => ({
    ...item,
    publishedAt: resolveDate(item.publishedAt, { now, timeZone }),
  }));
}
