import { type BlockName, blocks, Institute, LongText } from "@shoreline/contract";
import { sql } from "drizzle-orm";
import { z } from "zod";
import { RelativeDate, resolveDate } from "../../content/dates.ts";
import type { ContentLoader } from "../../content/demo.ts";
import { readContentFile, readContentFolder, refuseDuplicates } from "../../content/read.ts";
import { block, institute, news } from "../../db/tables/site.ts";

const text = z.string().min(1);

const NewsFile = z.array(z.strictObject({ slug: text, title: text, text, publishedAt: RelativeDate })).min(1);

const Entry = z.strictObject({
  key: text,
  question: text,
  headingAnswer: text,
  answer: z.array(z.strictObject({ course: text })),
});

const Script = z.strictObject({ greeting: text, start: text, end: text, thanks: text, entries: z.array(Entry).min(1) });
const ChatbotFile = Script.refine(
  hasNoDeadEnd,
  "every option must be the question of an entry, or the text that ends the conversation",
);

export const siteContent: ContentLoader = {
  async load({ db, now }) {
    const profile = readContentFile("institute.yaml", Institute.strict());
    await db.insert(institute).values({ profile });
    const items = datedNews(now, profile.timeZone);
    await db.insert(news).values(items);
    const documents = readDocuments();
    await db.insert(block).values(documents);
    return 1 + items.length + documents.length;
  },
  async freshen({ db, now }) {
    const [row] = await db.select().from(institute);
    if (!row) return;
    // Adds the texts that are new in this version of the product.
    await db.insert(block).values(readDocuments()).onConflictDoNothing();
    // Items that staff removed stay removed; the others get new dates.
    const dates = sql.join(
      datedNews(now, row.profile.timeZone).map(
        (item) => sql`(${item.slug}, ${item.publishedAt.toISOString()}::timestamptz)`,
      ),
      sql`, `,
    );
    await db.execute(
      sql`update news set published_at = fresh.at from (values ${dates}) as fresh (slug, at) where news.slug = fresh.slug and news.published_at <> fresh.at`,
    );
  },
};

function datedNews(now: Date, timeZone: string) {
  const items = readContentFile("news.yaml", NewsFile);
  refuseDuplicates("news.yaml", items, "slug");
  return items.map((item) => ({
    ...item,
    publishedAt: resolveDate(item.publishedAt, { now, timeZone }),
  }));
}

function readDocuments() {
  return [...readBlocks(), { name: "chatbot", content: readChatbot() }, ...readTexts()];
}

function readBlocks() {
  const names = Object.keys(blocks) as BlockName[];
  return names.map((name) => ({ name, content: readContentFile(`${name}.yaml`, blocks[name]) as unknown }));
}

function readChatbot() {
  const { entries, ...words } = readContentFile("chatbot.yaml", ChatbotFile);
  return { ...words, entries: entries.map(({ key, ...entry }) => ({ _id: key, ...entry })) };
}

function readTexts() {
  return [...readContentFolder("texts", LongText.strict())].map(([name, content]) => ({ name, content }));
}

function hasNoDeadEnd({ start, end, entries }: z.infer<typeof Script>): boolean {
  const known = new Set([end, ...entries.map((entry) => entry.question)].map((words) => words.toLowerCase()));
  const options = entries.flatMap((entry) => entry.answer.map(({ course }) => course));
  return [start, ...options].every((option) => known.has(option.toLowerCase()));
}
