import { Institute, LongText, type Site } from "@shoreline/contract";
import { desc, eq, inArray, sql } from "drizzle-orm";
import type { Deps } from "../../context.ts";
import { type Db, prepared } from "../../db/connect.ts";
import { contentItem } from "../../db/tables/house.ts";
import { block, institute, news } from "../../db/tables/site.ts";

const profiles = prepared((db) => db.select({ profile: institute.profile }).from(institute).prepare("site_institute"));

export async function readInstitute(db: Db): Promise<Institute> {
  const [row] = await profiles(db);
  if (!row) throw new Error("The database has no institute.");
  const profile = Institute.safeParse(row.profile);
  return profile.success ? profile.data : mendInstitute(db, row.profile);
}

/** Somebody has broken a setting by hand: it is taken from the files as they were last applied, or is a neutral one. */
async function mendInstitute(db: Db, profile: unknown): Promise<Institute> {
  const [item] = await db.select().from(contentItem).where(eq(contentItem.kind, "institute"));
  const given = Object.entries(Institute.shape).flatMap(([field, schema]) =>
    [profile, item?.applied].flatMap((source) => {
      const value = (source as Record<string, unknown> | null | undefined)?.[field];
      return value !== undefined && schema.safeParse(value).success ? [[field, value] as const] : [];
    }),
  );
  return Institute.parse({ ...neutral, ...Object.fromEntries(given.reverse()) });
}

const neutral = {
  name: "The institute",
  tagline: "Software training",
  city: "India",
  address: ["India"],
  phone: "-",
  email: "office@institute.invalid",
  certificatePrefix: "X",
  state: "Tamil Nadu",
};

/** Which parts of the site have something to show. */
export async function readOffers(db: Db, tables: Deps["offers"]): Promise<Site["offers"]> {
  const columns = Object.entries(tables).map(([name, table]) => [name, sql<boolean>`exists (select from ${table})`]);
  const [found] = await db.select(Object.fromEntries(columns)).from(sql`(select) as one`);
  return found as Site["offers"];
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
