import { type Institute, LongText } from "@shoreline/contract";
import { desc, eq, inArray, sql } from "drizzle-orm";
import { type Db, prepared } from "../../db/connect.ts";
import { block, institute, news } from "../../db/tables/site.ts";

const profiles = prepared((db) => db.select({ profile: institute.profile }).from(institute).prepare("site_institute"));

export async function readInstitute(db: Db): Promise<Institute> {
  const [row] = await profiles(db);
  if (!row) throw new Error("The database has no institute.");
  return row.profile;
}

export const newestNews = prepared((db) =>
  db.select().from(news).orderBy(desc(news.publishedAt)).limit(6).prepare("site_news"),
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
  const [row] = await findBlock(db, { name: "privacy-policy" });
  const policy = LongText.safeParse(row?.content);
  return policy.success ? `privacy-policy ${policy.data.updated}` : "privacy-policy";
}
