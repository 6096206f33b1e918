import { z } from "zod";
import { endpoint } from "./endpoint.ts";

const httpsUrl = z.url({ protocol: /^https$/ });

const months = (usual: number) => z.int().min(1).max(1200).default(usual);

/** After this many months personal data is erased by itself. */
export const Retention = z.object({
  enquiries: months(24).describe("Contact messages, course enquiries and syllabus downloads, since they were sent"),
  endedSubscriptions: months(24).describe("Addresses that have unsubscribed, since then"),
  webinarSeats: months(12).describe("Since the webinar"),
  testResults: months(24).describe("Since the test"),
  unpaidOrders: months(3).describe("Name and address of a visitor who never paid, since the order"),
  invoices: months(96).describe("The buyer on an invoice, since its date"),
  securityEvents: months(12).describe("The security log"),
});
export type Retention = z.infer<typeof Retention>;

/** All settings of the institute. They are data, so that another institute can run the product without code changes. */
export const Institute = z.object({
  name: z.string().min(1),
  tagline: z.string().min(1),
  city: z.string().min(1),
  address: z.array(z.string().min(1)).min(1),
  timeZone: z.string().refine(isTimeZone, "must be a time zone"),
  foundedIn: z.int().min(1900),
  phone: z.string().min(1),
  landline: z.string().min(1),
  email: z.email(),
  whatsapp: z.string().regex(/^[1-9]\d{7,14}$/, "must be a number with country code, digits only"),
  social: z.object({ facebook: httpsUrl, instagram: httpsUrl, youtube: httpsUrl, linkedin: httpsUrl }),
  placementUrl: httpsUrl,
  jobPortalUrl: httpsUrl,
  codeEditorUrl: httpsUrl,
  courseUrlSuffix: z.string().regex(/^[a-z0-9-]+$/),
  certificatePrefix: z.string().regex(/^[A-Z]{1,8}$/),
  /** Learners who attend this share of the classes earn a certificate. */
  certificateAttendancePercent: z.number().min(0).max(100).default(75),
  /** The person who signs certificates; null when the institute signs. */
  certificateSignatory: z
    .object({ name: z.string().min(1), designation: z.string().min(1) })
    .nullable()
    .default(null),
  /** For invoices. An institute without a GSTIN issues receipts that show no tax. */
  state: z.string().min(1).default("Pondicherry"),
  gstin: z
    .string()
    .regex(/^\d{2}[A-Z]{5}\d{4}[A-Z][A-Z\d]Z[A-Z\d]$/, "must be a GSTIN of 15 characters")
    .nullable()
    .default(null),
  gstPercent: z.number().min(0).max(100).default(18),
  sac: z
    .string()
    .regex(/^\d{4,6}$/)
    .default("999293"),
  invoicePrefix: z
    .string()
    .regex(/^[A-Z]{1,3}$/, "must be one to three capital letters")
    .default("SA"),
  erasedAfterMonths: Retention.prefault({}),
  /** Younger learners need a guardian, who confirms by a code before anything is paid. Null: nobody is asked. */
  guardianBelowAge: z.int().min(1).max(21).nullable().default(null),
});
export type Institute = z.infer<typeof Institute>;

const News = z.object({ _id: z.string(), title: z.string(), text: z.string(), publishedAt: z.iso.datetime() });

const text = z.string().min(1);
const picture = z.string().regex(/^\/pictures\/[\w./-]+$/, "must be a path below /pictures/");

/** The content blocks of the site. Each is one document in the database and one file in content/. */
const Home = z.strictObject({
  hero: z.strictObject({ title: text, text, filmTitle: text }),
  statistics: z.array(z.strictObject({ value: z.int(), suffix: z.string(), label: text })).length(4),
  trendingText: text,
  companies: z.array(z.strictObject({ name: text, mark: z.string().regex(/^[a-z0-9-]+$/) })).min(1),
  reviews: z.array(z.strictObject({ name: text, designation: text, picture, text })).min(1),
  clients: z.array(z.strictObject({ name: text, programme: text, year: z.int() })).min(1),
  steps: z.array(z.strictObject({ title: text, text, picture })).length(4),
});

const About = z.strictObject({
  title: text,
  lead: text,
  paragraphs: z.array(text).min(1),
  teamPicture: picture,
  teamText: text,
});

const serviceIcons = ["graduation", "briefcase", "building", "school", "compass", "code"] as const;

const Services = z.strictObject({
  title: text,
  lead: text,
  cards: z.array(z.strictObject({ title: text, text, icon: z.enum(serviceIcons) })).length(6),
  rows: z.array(z.strictObject({ title: text, text, picture, points: z.array(text) })).length(4),
});

const Contact = z.strictObject({
  title: text,
  lead: text,
  hours: z.array(text).min(1),
  mapPicture: picture,
  mapText: text,
  mapUrl: httpsUrl,
  directions: text,
});

const Career = z.strictObject({ title: text, text, picture });

export const blocks = { home: Home, about: About, services: Services, contact: Contact, career: Career };
export type BlockName = keyof typeof blocks;

export const Site = z.object({
  institute: Institute,
  news: z.array(News),
  ...blocks,
  publicUrl: z.url().describe("Public address of this site, without a trailing slash"),
  isDemo: z.boolean().describe("True for a public demo, where nobody should enter real data"),
});
export type Site = z.infer<typeof Site>;

const ChatbotEntry = z.object({
  _id: z.string(),
  question: z.string(),
  headingAnswer: z.string(),
  answer: z.array(z.object({ course: z.string() })),
});
export const Chatbot = z.object({
  greeting: z.string(),
  start: z.string(),
  end: z.string(),
  thanks: z.string(),
  entries: z.array(ChatbotEntry),
});
export type Chatbot = z.infer<typeof Chatbot>;

/** A long text in numbered sections: terms, privacy. */
export const LongText = z.object({
  title: text,
  updated: z.iso.date(),
  intro: text,
  sections: z.array(z.object({ title: text, paragraphs: z.array(text).min(1) })).min(1),
});
export type LongText = z.infer<typeof LongText>;

export const Country = z.object({
  name: z.string(),
  code: z.string().describe("Two letters"),
  dial_code: z.string().describe("With the plus sign"),
});
export type Country = z.infer<typeof Country>;

export const site = {
  read: endpoint({
    summary: "The institute and its site-wide content",
    input: z.object({}),
    reply: Site,
    shared: true,
  }),
  chatbot: endpoint({
    summary: "The script of the chatbot",
    input: z.object({}),
    reply: Chatbot,
    shared: true,
  }),
  text: endpoint({
    summary: "A legal text of the site: terms-conditions or privacy-policy",
    input: z.object({ name: z.string().max(100) }),
    reply: LongText,
    refusals: ["UNKNOWN_TEXT"],
    shared: true,
  }),
  countries: endpoint({
    summary: "All countries with their dial codes",
    input: z.object({}),
    reply: z.array(Country),
    shared: true,
  }),
};

/** Intl's list of time zones omits aliases such as Asia/Kolkata, so we ask the formatter. */
function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
