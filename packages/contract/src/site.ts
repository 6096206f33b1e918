import { usualColours, whyNotColours } from "@shoreline/domain/brand";
import { gstSchemes } from "@shoreline/domain/gst";
import { batchHours, batchTimes, enquiryCourses, isBatchTime, usualFields, usualLevels } from "@shoreline/domain/site";
import { z } from "zod";
import { endpoint } from "./endpoint.ts";

const httpsUrl = z.url({ protocol: /^https$/ });

const months = (usual: number) => z.int().min(1).max(1200).default(usual);

/** After this many months personal data is erased by itself. */
export const Retention = z.strictObject({
  enquiries: months(24).describe("Contact messages, course enquiries and syllabus downloads, since they were sent"),
  endedSubscriptions: months(24).describe("Addresses that have unsubscribed, since then"),
  webinarSeats: months(12).describe("Since the webinar"),
  testResults: months(24).describe("Since the test"),
  unpaidOrders: months(3).describe("Name and address of a visitor who never paid, since the order"),
  invoices: months(96).describe("The buyer on an invoice, since its date"),
  securityEvents: months(12).describe("The security log"),
});
export type Retention = z.infer<typeof Retention>;

const text = z.string().min(1);
const picture = z
  .string()
  .regex(/^\/(pictures|media)\/[\w./-]+$/, "must be a path below /pictures/")
  .describe("Address of a picture");
const colour = z
  .string()
  .regex(/^#[0-9a-f]{6}$/i, "must be a colour like #0b4f8f")
  .transform((code) => code.toLowerCase());

/** How the institute looks. All other colours follow from these two. */
export const Brand = z.strictObject({
  colours: z
    .strictObject({ main: colour, accent: colour })
    .superRefine((colours, ctx) => {
      const why = whyNotColours(colours);
      if (why) ctx.addIssue({ code: "custom", path: [why.field], message: why.message });
    })
    .default(usualColours),
  /** In place of the name at the top of every page; `dark` is for dark screens. */
  logo: z
    .strictObject({ light: picture, dark: picture.nullable().default(null) })
    .nullable()
    .default(null),
  /** A square one, for browser tabs and phones. */
  icon: picture.nullable().default(null),
  /** At the top of the home page. */
  hero: picture.nullable().default(null),
  /** Drawings of the sea on the home page and at the foot of every page. */
  scene: z.enum(["coast", "none"]).default("none"),
  film: z
    .strictObject({ mp4: picture, webm: picture.nullable().default(null), poster: picture })
    .nullable()
    .default(null),
});
export type Brand = z.infer<typeof Brand>;

const Choice = z.strictObject({
  key: z.string().regex(/^[a-z0-9-]{1,40}$/, "may have lower-case letters, digits and hyphens only"),
  name: text,
});
const Choices = z
  .array(Choice)
  .min(1)
  .refine((all) => new Set(all.map(({ key }) => key)).size === all.length, "names a key twice");
const social = ["facebook", "instagram", "youtube", "linkedin"] as const;

/** All settings of the institute. They are data, so that another institute can run the product without code changes. */
export const Institute = z.object({
  name: text,
  tagline: text,
  city: text,
  address: z.array(text).min(1),
  timeZone: z.string().refine(isTimeZone, "must be a time zone like Asia/Kolkata").default("Asia/Kolkata"),
  foundedIn: z.int().min(1900).nullable().default(null),
  phone: text,
  landline: text.nullable().default(null),
  email: z.email(),
  whatsapp: z
    .string()
    .regex(/^[1-9]\d{7,14}$/, "must be a number with country code, digits only")
    .nullable()
    .default(null),
  social: z.partialRecord(z.enum(social), httpsUrl).default({}),
  placementUrl: httpsUrl.nullable().default(null),
  jobPortalUrl: httpsUrl.nullable().default(null),
  codeEditorUrl: httpsUrl.nullable().default(null),
  /** Ends the address of every course page. */
  courseUrlSuffix: z
    .string()
    .regex(/^[a-z0-9-]+$/, "may have lower-case letters, digits and hyphens only")
    .default("training"),
  certificatePrefix: z.string().regex(/^[A-Z]{1,8}$/, "must be one to eight capital letters"),
  /** Learners who attend this share of the classes earn a certificate. */
  certificateAttendancePercent: z.number().min(0).max(100).default(75),
  /** The person who signs certificates; null when the institute signs. */
  certificateSignatory: z
    .object({ name: z.string().min(1), designation: z.string().min(1) })
    .nullable()
    .default(null),
  /** For invoices. An institute without a GSTIN issues receipts that show no tax. */
  state: text,
  gstin: z
    .string()
    .regex(/^\d{2}[A-Z]{5}\d{4}[A-Z][A-Z\d]Z[A-Z\d]$/, "must be a GSTIN of 15 characters")
    .nullable()
    .default(null),
  gstPercent: z.number().min(0).max(100).default(18),
  /** With a GSTIN: who sells what is exempt, and who pays tax by the composition scheme, issue bills of supply without tax. */
  gstScheme: z.enum(gstSchemes).default("regular"),
  /** The letter of undertaking under which exports carry no IGST. After its last day they carry it again. */
  lut: z
    .object({
      arn: z.string().regex(/^[A-Z]{2}[A-Z\d]{13}$/, "must be an ARN of 15 characters"),
      validUntil: z.iso.date("must be a day such as 2027-03-31"),
    })
    .nullable()
    .default(null),
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
  brand: Brand.prefault({}),
  courseFields: Choices.default(usualFields),
  courseLevels: Choices.default(usualLevels),
  /** The hours at which batches are offered. */
  batchTimes: z
    .array(z.string().refine(isBatchTime, "must be an hour like 9-10, 1-2 or 18-19; 07-08 is in the morning"))
    .min(1)
    .refine((times) => new Set(times.map((time) => batchHours(time).from)).size === times.length, "names an hour twice")
    .default(batchTimes),
  /** What visitors can choose in the enquiry popup. Who chooses `Others` may name another course. */
  enquiryCourses: z.array(text).min(1).default(enquiryCourses),
});
export type Institute = z.infer<typeof Institute>;

const News = z.object({ _id: z.string(), title: z.string(), text: z.string(), publishedAt: z.iso.datetime() });

/**
 * The content blocks of the site. Each is one document in the database and one file in content/. An institute may leave out any
 * block and any list.
 */
const Home = z.strictObject({
  hero: z.strictObject({ title: text, text, filmTitle: text.nullable().default(null) }),
  statistics: z
    .array(z.strictObject({ value: z.int(), suffix: z.string().default(""), label: text }))
    .max(4)
    .default([]),
  trendingText: text.nullable().default(null),
  companies: z
    .array(
      z.strictObject({
        name: text,
        picture: picture.optional(),
        /** A picture of the product, by its name. */
        mark: z
          .string()
          .regex(/^[a-z0-9-]+$/)
          .optional(),
      }),
    )
    .default([]),
  reviews: z
    .array(
      z.strictObject({
        name: text,
        designation: text,
        picture: picture.default("/pictures/blank.svg"),
        text,
        /** Ids of the courses on whose pages it is shown too. */
        courses: z.array(text).default([]),
      }),
    )
    .default([]),
  clients: z.array(z.strictObject({ name: text, programme: text, year: z.int() })).default([]),
  steps: z
    .array(z.strictObject({ title: text, text, picture }))
    .max(4)
    .default([]),
});

const About = z.strictObject({
  title: text,
  lead: text,
  paragraphs: z.array(text).min(1),
  teamPicture: picture.nullable().default(null),
  teamText: text.nullable().default(null),
});

const serviceIcons = ["graduation", "briefcase", "building", "school", "compass", "code"] as const;

const Services = z.strictObject({
  title: text,
  lead: text,
  cards: z
    .array(z.strictObject({ title: text, text, icon: z.enum(serviceIcons) }))
    .max(12)
    .default([]),
  rows: z
    .array(z.strictObject({ title: text, text, picture, points: z.array(text).default([]) }))
    .max(12)
    .default([]),
});

const Contact = z.strictObject({
  title: text,
  lead: text,
  hours: z.array(text).default([]),
  mapPicture: picture.nullable().default(null),
  mapText: text.nullable().default(null),
  mapUrl: httpsUrl.nullable().default(null),
  mapFrame: httpsUrl.nullable().default(null).describe("A map to show in a frame, once a visitor asks for it"),
  directions: text.nullable().default(null),
});

const Career = z.strictObject({ title: text, text, picture });

export const blocks = { home: Home, about: About, services: Services, contact: Contact, career: Career };
export type BlockName = keyof typeof blocks;

export const Site = z.object({
  institute: Institute,
  news: z.array(News),
  home: Home,
  about: About.nullable(),
  services: Services.nullable(),
  contact: Contact.nullable(),
  career: Career.nullable(),
  offers: z
    .object({
      courses: z.boolean(),
      offlineCourses: z.boolean(),
      mentors: z.boolean(),
      webinars: z.boolean(),
      tests: z.boolean(),
    })
    .describe("Which parts of the site have something to show"),
  publicUrl: z.url().describe("Public address of this site, without a trailing slash"),
  isDemo: z.boolean().describe("True for a public demo, where nobody should enter real data"),
});
export type Site = z.infer<typeof Site>;

const ChatbotEntry = z.object({
  _id: z.string(),
  question: z.string(),
  headingAnswer: z.string(),
  answer: z.array(z.object({ course: z.string() })),
  courseId: z.string().optional().describe("The course that the entry is about"),
  links: z.array(z.object({ text: z.string(), to: z.string() })).default([]),
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
