import { Institute, Refusal } from "@shoreline/contract";
import { eq, sql } from "drizzle-orm";
import { type Db, prepared } from "./db/connect.ts";
import { contentItem } from "./db/tables/house.ts";
import { block, institute } from "./db/tables/site.ts";
import { freeze } from "./freeze.ts";

/** As text: it is parsed only when it has changed. */
const profiles = prepared((db) =>
  db
    .select({
      profile: sql<string>`${institute.profile}::text`,
      policyUpdated: sql<string | null>`(select content ->> 'updated' from ${block} where name = 'privacy-policy')`,
    })
    .from(institute)
    .prepare("site_institute"),
);

export async function readInstitute(db: Db): Promise<Institute> {
  return (await readSettings(db)).institute;
}

/** What a form needs: the institute, and the version of the privacy policy that a visitor accepts by sending it. */
export async function readForForm(db: Db): Promise<{ institute: Institute; policy: string }> {
  const { institute, policyUpdated } = await readSettings(db);
  return { institute, policy: policyUpdated ? `privacy-policy ${policyUpdated}` : "privacy-policy" };
}

/** What invoices and certificates print or are counted by, and what decides whether somebody may pay. */
const binding = [
  ...(["name", "city", "address", "phone", "email", "state", "timeZone", "brand", "guardianBelowAge"] as const),
  ...(["gstin", "gstPercent", "gstScheme", "lut", "sac", "invoicePrefix"] as const),
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

type Settings = { institute: Institute; invented: string[]; policyUpdated: string | null };

async function readSettings(db: Db): Promise<Settings> {
  const [row] = await profiles(db);
  // The demo was removed while the product runs.
  if (!row) throw new Refusal("UNAVAILABLE");
  const { profile, policyUpdated } = row;
  const institute = parseProfile(profile);
  const settings = institute ? { institute, invented: [] } : await mendSettings(db, JSON.parse(profile));
  return { ...settings, policyUpdated };
}

let last: { profile: string; institute: Institute } | undefined;

/** Null when it is broken. Nearly every call reads it, and it changes a few times a year, so many share the parsed one. */
function parseProfile(profile: string): Institute | null {
  if (last?.profile === profile) return last.institute;
  const parsed = Institute.safeParse(JSON.parse(profile));
  if (!parsed.success) return null;
  last = { profile, institute: freeze(parsed.data) };
  return last.institute;
}

/** Somebody has broken a setting by hand: it is taken from the files as they were last applied, or is a neutral one. */
async function mendSettings(db: Db, profile: unknown): Promise<Omit<Settings, "policyUpdated">> {
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
