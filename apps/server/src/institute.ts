import { Institute, Refusal } from "@shoreline/contract";
import { eq } from "drizzle-orm";
import { type Db, prepared } from "./db/connect.ts";
import { contentItem } from "./db/tables/house.ts";
import { institute } from "./db/tables/site.ts";

const profiles = prepared((db) => db.select({ profile: institute.profile }).from(institute).prepare("site_institute"));

export async function readInstitute(db: Db): Promise<Institute> {
  return (await readSettings(db)).institute;
}

/** What invoices and certificates print or are counted by, and what decides whether somebody may pay. */
const binding = [
  ...(["name", "city", "address", "phone", "email", "state", "timeZone", "brand", "guardianBelowAge"] as const),
  ...(["gstin", "gstPercent", "sac", "invoicePrefix"] as const),
  ...(["certificatePrefix", "certificateAttendancePercent", "certificateSignatory"] as const),
];

/** For invoices and certificates: an invented setting may be read on a page, but never stand in a document. */
export async function readBindingInstitute(db: Db): Promise<Institute> {
  const { institute, invented } = await readSettings(db);
  const wrong = binding.filter((field) => invented.includes(field));
  if (wrong.length === 0) return institute;
  const cause = new Error(`The institute's settings are broken: ${wrong.join(", ")}. Correct them in its row.`);
  throw new Refusal("UNAVAILABLE", { cause });
}

type Settings = { institute: Institute; invented: string[] };

async function readSettings(db: Db): Promise<Settings> {
  const [row] = await profiles(db);
  // The demo was removed while the product runs.
  if (!row) throw new Refusal("UNAVAILABLE");
  const profile = Institute.safeParse(row.profile);
  return profile.success ? { institute: profile.data, invented: [] } : mendSettings(db, row.profile);
}

/** Somebody has broken a setting by hand: it is taken from the files as they were last applied, or is a neutral one. */
async function mendSettings(db: Db, profile: unknown): Promise<Settings> {
  const [item] = await db.select().from(contentItem).where(eq(contentItem.kind, "institute"));
  const sources = [profile, item?.applied].filter(isRecord);
  const fields = Object.entries(Institute.shape).map(([field, schema]) => {
    // Without a value means that the usual one was meant, where there is one.
    const good = sources.map((source) => source[field]).filter((value) => schema.safeParse(value).success);
    return { field, value: good.find((value) => value !== undefined), isInvented: good.length === 0 };
  });
  const given = fields.flatMap(({ field, value }) => (value === undefined ? [] : [[field, value] as const]));
  return {
    institute: Institute.parse({ ...neutral, ...Object.fromEntries(given) }),
    invented: fields.flatMap(({ field, isInvented }) => (isInvented ? field : [])),
  };
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

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
