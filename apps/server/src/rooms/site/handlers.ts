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
import { batchHours, type ChatLink, hoursName } from "@shoreline/domain/site";
import { dayOf } from "@shoreline/domain/zone";
import type { Logger } from "pino";
import type { z } from "zod";
import { keepWellFormed } from "../../content/well-formed.ts";
import type { Handlers } from "../../context.ts";
import { countries } from "./countries.ts";
import { findBlock, newestNews, readBlocks, readInstitute, readOffers } from "./queries.ts";
import { newsShape } from "./shapes.ts";
import { usualChatbot } from "./usual-chatbot.ts";
import { withoutWithdrawnCourses, withoutWithdrawnEntries } from "./withdrawn.ts";

export const siteHandlers: Handlers<"site"> = {
  async read({ publicUrl, isDemo, ...deps }) {
    const { db, log, clock } = deps;
    const profile = await readInstitute(db);
    const { ends: endOfToday } = dayOf(clock.now(), profile.timeZone);
    const [withdrawn, rows, documents, offers] = await Promise.all([
      deps.listWithdrawn(db),
      newestNews(db, { endOfToday }),
      readBlocks(db, Object.keys(blocks)),
      readOffers(deps),
    ]);
    const institute = withoutWithdrawnCourses(profile, withdrawn);
    const shown = <Content>(name: BlockName, schema: z.ZodType<Content>) =>
      wellFormed(log, { name, schema }, documents[name]);
    const news = keepWellFormed(log, newsShape, rows).map(({ id, title, text, publishedAt }) => ({
      _id: id,
      title,
      text,
      publishedAt: publishedAt.toISOString(),
    }));
    return {
      institute,
      news,
      home: shown("home", blocks.home) ?? plainHome(institute),
      about: shown("about", blocks.about),
      services: shown("services", blocks.services),
      contact: shown("contact", blocks.contact),
      career: shown("career", blocks.career),
      offers,
      publicUrl,
      isDemo,
    };
  },
  async chatbot(deps) {
    const { db, log } = deps;
    const [row] = await findBlock(db, { name: "chatbot" });
    const script = wellFormed(log, { name: "chatbot", schema: Chatbot }, row?.content);
    if (script) {
      const [withdrawn, courses] = await Promise.all([deps.listWithdrawn(db), deps.linkCourses(deps)]);
      return withCourseLinks(withoutWithdrawnEntries(script, withdrawn), courses);
    }
    const [institute, offers] = await Promise.all([readInstitute(db), readOffers(deps)]);
    return usualChatbot(institute, offers);
  },
  async text({ db, log }, { name }) {
    const [[row], institute] = await Promise.all([findBlock(db, { name }), readInstitute(db)]);
    const text = wellFormed(log, { name, schema: LongText }, row?.content);
    if (!text) throw new Refusal("UNKNOWN_TEXT");
    return fillIn(text, institute);
  },
  async countries() {
    return countries;
  },
};

/** Null when there is no such block, or somebody has broken it by hand. */
function wellFormed<Content>(
  log: Logger,
  { name, schema }: { name: string; schema: z.ZodType<Content> },
  content: unknown,
): Content | null {
  if (content === undefined) return null;
  const parsed = schema.safeParse(content);
  if (!parsed.success) log.error({ block: name, problem: parsed.error.issues[0] }, "a broken block is left out");
  return parsed.success ? parsed.data : null;
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
  const hours = batchTimes.map((time) => hoursName(batchHours(time)));
  const words: Record<string, string> = {
    ...Object.fromEntries(periods.map(([period, months]) => [period, formatMonths(months)])),
    ...{ name, email, phone, city, address: address.join(", "), batchTimes: hours.join(", ") },
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

/** An entry about a course links to it as long as it is offered. */
function withCourseLinks(script: Chatbot, courses: Map<string, ChatLink>): Chatbot {
  const entries = script.entries.map(({ courseId, links, ...entry }) => {
    const own = courseId && courses.get(courseId);
    return { ...entry, links: own ? [own, ...links] : links };
  });
  return { ...script, entries };
}
