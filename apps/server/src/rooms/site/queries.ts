import type { Site } from "@shoreline/contract";
import { desc, eq, inArray, lt, sql } from "drizzle-orm";
import type { Deps } from "../../context.ts";
import { type Db, prepared } from "../../db/connect.ts";
import { block, news } from "../../db/tables/site.ts";
import { readForForm } from "../../institute.ts";

export { readBindingInstitute, readForForm, readInstitute } from "../../institute.ts";

/** Which parts of the site have something to show. */
export async function readOffers({ db, offers }: Pick<Deps, "db" | "offers">): Promise<Site["offers"]> {
  const found = await Promise.all(Object.entries(offers).map(async ([name, hasSome]) => [name, await hasSome(db)]));
  return Object.fromEntries(found);
}

/** The newest whose day has come. */
export const newestNews = prepared((db) =>
  db
    .select()
    .from(news)
    .where(lt(news.publishedAt, sql.placeholder("endOfToday")))
    .orderBy(desc(news.publishedAt))
    .limit(6)
    .prepare("site_news"),
);

/** Reads documents by name. The contract checks their shape in the reply. */
export async function readBlocks(db: Db, names: string[]): Promise<Record<string, unknown>> {
  const rows = await db.select().from(block).where(inArray(block.name, names));
  return Object.fromEntries(rows.map(({ name, content }) => [name, content]));
}

export const findBlock = prepared((db) =>
  db
    .select({ content: block.content })
    .from(block)
    .where(eq(block.name, sql.placeholder("name")))
    .prepare("site_block"),
);

/** The version of the privacy policy that a visitor accepts by sending a form. */
export async function currentPolicy(db: Db): Promise<string> {
  return (await readForForm(db)).policy;
}
