import { type BlockName, blocks, Chatbot, Institute, LongText } from "@shoreline/contract";
import { eq } from "drizzle-orm";
import { z } from "zod";
import { ContentDate } from "../../content/dates.ts";
import type { ContentFolder } from "../../content/folder.ts";
import type { ContentKind, FoundFile, Reading, Values } from "../../content/kind.ts";
import { isPicturePath } from "../../content/picture-path.ts";
import type { PictureUse } from "../../content/pictures.ts";
import { nameOf, uniqueBy } from "../../content/references.ts";
import { tableKind } from "../../content/table-kind.ts";
import { block, institute, news } from "../../db/tables/site.ts";
import { MessageSettings } from "../../messages/templates.ts";
import { readChatbot } from "./chatbot-content.ts";
import { readFilm } from "./film.ts";
import { notePrefixes } from "./prefix-notes.ts";
import { newsShape } from "./shapes.ts";

const text = z.string().min(1);
const legalTexts = ["privacy-policy", "terms-conditions"];

const NewsFile = uniqueBy(z.array(z.strictObject({ slug: text, title: text, text, publishedAt: ContentDate })), "slug");

const instituteKind: ContentKind = {
  name: "institute",
  isDocument: true,
  schema: Institute,
  read(reading) {
    const file = "institute.yaml";
    const profile = reading.folder.readFile(file, Institute.strict());
    if (!profile && !reading.folder.mistakes.some((mistake) => mistake.file === file))
      reading.folder.note(file, [], "there is no such file");
    const values = withPictures(reading, file, profile);
    return new Map(values ? [["institute", values]] : []);
  },
  async list(db) {
    const rows = await db.select().from(institute);
    return new Map(rows.map(({ profile }) => ["institute", { ...profile }]));
  },
  async add(db, _key, values) {
    await db.insert(institute).values({ profile: values as Institute });
  },
  async change(db, _key, values) {
    await db.update(institute).set({ profile: values as Institute });
  },
  async remove(db) {
    await db.delete(institute);
  },
  noteChange: (db, _key, { fields }) => notePrefixes(db, fields),
};

const blockKind: ContentKind = {
  name: "block",
  isDocument: true,
  schema: blockSchema,
  read: (reading) =>
    new Map([...readBlocks(reading), ...readChatbot(reading), ...readMessages(reading), ...readTexts(reading)]),
  async list(db) {
    const rows = await db.select().from(block);
    return new Map(rows.map(({ name, content }) => [name, content as Values]));
  },
  async add(db, name, content) {
    await db.insert(block).values({ name, content });
  },
  async change(db, name, content) {
    await db.update(block).set({ content }).where(eq(block.name, name));
  },
  async remove(db, name) {
    await db.delete(block).where(eq(block.name, name));
  },
};

const newsKind = tableKind({
  name: "news",
  schema: newsShape.schema,
  table: news,
  key: "slug",
  fields: ["title", "text", "publishedAt"],
  moments: ["publishedAt"],
  read(reading) {
    const file = "news.yaml";
    const items = reading.folder.readFile(file, NewsFile) ?? [];
    return new Map(
      items.map(({ slug, publishedAt, ...rest }) => [
        slug,
        { ...rest, publishedAt: reading.moment({ kind: "news", key: slug, field: "publishedAt" }, publishedAt) },
      ]),
    );
  },
});

/** Blocks of which a page knows nothing may have any form. */
function blockSchema(name: string): z.ZodType | undefined {
  if (name in blocks) return blocks[name as BlockName];
  if (name === "messages") return MessageSettings;
  return name === "chatbot" ? Chatbot : legalTexts.includes(name) ? LongText : undefined;
}

export const siteContent: ContentKind[] = [instituteKind, blockKind, newsKind];

function readBlocks(reading: Reading): [string, Values][] {
  return (Object.keys(blocks) as BlockName[]).flatMap((name) => {
    const file = `${name}.yaml`;
    const schema = name === "home" ? homeFile(reading.folder) : blocks[name];
    const values = withPictures(reading, file, reading.folder.readFile(file, schema));
    return values ? [[name, values]] : [];
  });
}

/** Reviews may name courses, on whose pages they are shown too. */
function homeFile(folder: ContentFolder) {
  const review = blocks.home.shape.reviews.unwrap().element;
  const courses = z.array(nameOf(folder, { what: "course", files: "courses" })).default([]);
  return blocks.home.extend({ reviews: z.array(review.extend({ courses })).default([]) });
}

/** What the institute has registered with operators for its text messages. */
function readMessages({ folder }: Reading): [string, Values][] {
  const settings = folder.readFile("messages.yaml", MessageSettings);
  return settings ? [["messages", settings]] : [];
}

/** The legal texts describe what the product does. An institute that has none of its own gets ours, with its name filled in. */
function readTexts({ folder, shipped }: Reading): [string, Values][] {
  for (const name of folder.fileNames("texts"))
    if (!legalTexts.includes(name)) folder.note(`texts/${name}.yaml`, [], `must be one of ${legalTexts.join(", ")}`);
  const schema = LongText.strict();
  return [...shipped.readAll("texts", () => schema), ...folder.readAll("texts", () => schema)];
}

/**
 * Replaces every picture and film of a document with the address at which it will be served. A document that has other mistakes
 * is null; what it names is checked all the same.
 */
function withPictures(reading: Reading, file: string, document: Values | null): Values | null {
  const address = (found: FoundFile, field: PropertyKey[]) => {
    if ("address" in found) return found.address;
    reading.folder.note(file, field, found.why);
    return null;
  };
  const walk = (value: unknown, field: PropertyKey[]): unknown => {
    if (isPicturePath(value))
      return address(isFilm(field) ? readFilm(reading, field, value) : reading.picture(value, sizeFor(field)), field);
    if (Array.isArray(value)) return value.map((one, at) => walk(one, [...field, at]));
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, walk(one, [...field, key])]));
  };
  const walked = walk(document ?? reading.folder.readPlain(file), []);
  return document && (walked as Values);
}

function isFilm(field: PropertyKey[]): boolean {
  return /^brand\.film\.(mp4|webm)$/.test(field.join("."));
}

function sizeFor([first, second, last]: PropertyKey[]): PictureUse {
  if (first === "reviews" || last === "portrait") return "portrait";
  const isLogo = first === "companies" || (first === "brand" && (second === "logo" || second === "icon"));
  return isLogo ? "logo" : first === "steps" ? "card" : "wide";
}
