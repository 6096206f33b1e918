import { z } from "zod";
import { endpoint } from "./endpoint.ts";

const httpsUrl = z.url({ protocol: /^https$/ });

/** Everything that makes this institute this one: data, so that another runs the product without touching source. */
export const Institute = z.object({
  name: z.string().min(1),
  tagline: z.string().min(1),
  city: z.string().min(1),
  address: z.array(z.string().min(1)).min(1),
  timeZone: z.string().refine(isTimeZone, "is not a time zone"),
  foundedIn: z.int().min(1900),
  phone: z.string().min(1),
  landline: z.string().min(1),
  email: z.email(),
  whatsapp: z.string().regex(/^[1-9]\d{7,14}$/, "is a number with country code, digits only"),
  social: z.object({ facebook: httpsUrl, instagram: httpsUrl, youtube: httpsUrl, linkedin: httpsUrl }),
  placementUrl: httpsUrl,
  jobPortalUrl: httpsUrl,
  codeEditorUrl: httpsUrl,
  courseUrlSuffix: z.string().regex(/^[a-z0-9-]+$/),
  certificatePrefix: z.string().regex(/^[A-Z]+$/),
});
export type Institute = z.infer<typeof Institute>;

export const News = z.object({ _id: z.string(), title: z.string(), text: z.string(), publishedAt: z.iso.datetime() });
export type News = z.infer<typeof News>;

export const Site = z.object({
  institute: Institute,
  news: z.array(News),
  isDemo: z.boolean().describe("A demonstration that can be reached from outside: nothing real may be entered"),
});
export type Site = z.infer<typeof Site>;

export const site = {
  read: endpoint({
    summary: "The institute and its site-wide content",
    input: z.object({}),
    reply: Site,
    shared: true,
  }),
};

/** The list of known zones leaves out second names such as Asia/Kolkata, so ask the formatter itself. */
function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
