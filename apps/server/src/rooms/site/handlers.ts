import {
  type BlockName,
  blocks,
  Chatbot,
  type Institute,
  LongText,
  Refusal,
  Retention,
  type Site,
} from "@shoreline/contract";
import type { Logger } from "pino";
import type { z } from "zod";
import { keepWellFormed } from "../../content/well-formed.ts";
import type { Handlers } from "../../context.ts";
import { countries } from "./countries.ts";
import { findBlock, newestNews, readBlocks, readInstitute, readOffers } from "./queries.ts";
import { newsShape } from "./shapes.ts";
import { usualChatbot } from "./usual-chatbot.ts";

export const siteHandlers: Handlers<"site"> = {
  async read({ db, log, offers: tables, publicUrl, isDemo }) {
    const [institute, rows, documents, offers] = await Promise.all([
      readInstitute(db),
      newestNews(db),
      readBlocks(db, Object.keys(blocks)),
      readOffers(db, tables),
    ]);
    const shown = <Name extends BlockName>(name: Name) => wellFormedBlock(log, name, documents[name]);
    const news = keepWellFormed(log, newsShape, rows).map(({ id, title, text, publishedAt }) => ({
      _id: id,
      title,
      text,
      publishedAt: publishedAt.toISOString(),
    }));
    return {
      institute,
      news,
      home: shown("home") ?? plainHome(institute),
      about: shown("about"),
      services: shown("services"),
      contact: shown("contact"),
      career: shown("career"),
      offers,
      publicUrl,
      isDemo,
    };
  },
  async chatbot({ db, offers: tables }) {
    const [row] = await findBlock(db, { name: "chatbot" });
    const script = Chatbot.safeParse(row?.content);
    if (script.success) return script.data;
    const [institute, offers] = await Promise.all([readInstitute(db), readOffers(db, tables)]);
    return usualChatbot(institute, offers);
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

type BlockOf<Name extends BlockName> = z.output<(typeof blocks)[Name]>;

function wellFormedBlock<Name extends BlockName>(log: Logger, name: Name, content: unknown): BlockOf<Name> | null {
  if (content === undefined) return null;
  const parsed = blocks[name].safeParse(content);
  if (!parsed.success) log.error({ block: name, problem: parsed.error.issues[0] }, "a broken block is left out");
  return parsed.success ? (parsed.data as BlockOf<Name>) : null;
}

/** For an institute without texts for its home page. */
function plainHome({ name, tagline }: Institute): Site["home"] {
  return blocks.home.parse({ hero: { title: name, text: tagline } });
}

/**
 * Replaces `{name}`, `{email}`, `{phone}`, `{address}`, `{city}`, `{batchTimes}` and the periods after which data is erased (`{enquiries}`, …) with
 * those of the institute.
 */
function fillIn(text: LongText, institute: Institute): LongText {
  const { name, email, phone, address, city, batchTimes, erasedAfterMonths } = institute;
  const periods = Object.entries(Retention.parse(erasedAfterMonths ?? {}));
  const words: Record<string, string> = {
    ...Object.fromEntries(periods.map(([period, months]) => [period, formatMonths(months)])),
    ...{ name, email, phone, city, address: address.join(", "), batchTimes: batchTimes.join(", ") },
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
