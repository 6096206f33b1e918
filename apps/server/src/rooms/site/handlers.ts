import { blocks, type Chatbot, type Institute, LongText, Refusal, Retention, type Site } from "@shoreline/contract";
import type { Handlers } from "../../context.ts";
import { countries } from "./countries.ts";
import { findBlock, newestNews, readBlocks, readInstitute } from "./queries.ts";

export const siteHandlers: Handlers<"site"> = {
  async read({ db, publicUrl, isDemo }) {
    const [institute, rows, documents] = await Promise.all([
      readInstitute(db),
      newestNews(db),
      readBlocks(db, Object.keys(blocks)),
    ]);
    const news = rows.map(({ id, title, text, publishedAt }) => ({
      _id: id,
      title,
      text,
      publishedAt: publishedAt.toISOString(),
    }));
    return { ...(documents as Pick<Site, keyof typeof blocks>), institute, news, publicUrl, isDemo };
  },
  async chatbot({ db }) {
    const [row] = await findBlock(db, { name: "chatbot" });
    if (!row) throw new Error("The database has no script for the chatbot.");
    return row.content as Chatbot;
  },
  async text({ db }, { name }) {
    const [[row], institute] = await Promise.all([findBlock(db, { name }), readInstitute(db)]);
    const text = LongText.safeParse(row?.content);
    if (!text.success) throw new Refusal("UNKNOWN_TEXT");
    return fillIn(text.data, institute);
  },
  async countries() {
    return countries;
  },
};

/**
 * Replaces `{name}`, `{email}`, `{phone}`, `{address}` and the periods after which data is erased (`{enquiries}`, …) with
 * those of the institute.
 */
function fillIn(text: LongText, { name, email, phone, address, erasedAfterMonths }: Institute): LongText {
  const periods = Object.entries(Retention.parse(erasedAfterMonths ?? {}));
  const words: Record<string, string> = {
    ...Object.fromEntries(periods.map(([period, months]) => [period, formatMonths(months)])),
    ...{ name, email, phone, address: address.join(", ") },
  };
  const fill = (line: string) => line.replace(/\{(\w+)\}/g, (mark, key: string) => words[key] ?? mark);
  return {
    ...text,
    title: fill(text.title),
    intro: fill(text.intro),
    sections: text.sections.map(({ title, paragraphs }) => ({ title: fill(title), paragraphs: paragraphs.map(fill) })),
  };
}

function formatMonths(months: number): string {
  if (months % 12 === 0) return months === 12 ? "one year" : `${months / 12} years`;
  return months === 1 ? "one month" : `${months} months`;
}
