import type { Institute } from "@shoreline/contract";
import { desc } from "drizzle-orm";
import { type Db, prepared } from "../../db/connect.ts";
import { institute, news } from "../../db/tables/site.ts";

const profiles = prepared((db) => db.select({ profile: institute.profile }).from(institute).prepare("site_institute"));

export async function readInstitute(db: Db): Promise<Institute> {
  const [row] = await profiles(db);
  if (!row) throw new Error("The database holds no institute.");
  return row.profile;
}

export const newestNews = prepared((db) =>
  db.select().from(news).orderBy(desc(news.publishedAt)).limit(6).prepare("site_news"),
);
