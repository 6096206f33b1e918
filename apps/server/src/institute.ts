import { Institute, Refusal } from "@shoreline/contract";
import { eq } from "drizzle-orm";
import { type Db, prepared } from "./db/connect.ts";
import { contentItem } from "./db/tables/house.ts";
import { institute } from "./db/tables/site.ts";

const profiles = prepared((db) => db.select({ profile: institute.profile }).from(institute).prepare("site_institute"));

export async function readInstitute(db: Db): Promise<Institute> {
  const [row] = await profiles(db);
  // The demo was removed while the product runs.
  if (!row) throw new Refusal("UNAVAILABLE");
  const profile = Institute.safeParse(row.profile);
  return profile.success ? profile.data : mendInstitute(db, row.profile);
}

/** Somebody has broken a setting by hand: it is taken from the files as they were last applied, or is a neutral one. */
async function mendInstitute(db: Db, profile: unknown): Promise<Institute> {
  const [item] = await db.select().from(contentItem).where(eq(contentItem.kind, "institute"));
  const given = Object.entries(Institute.shape).flatMap(([field, schema]) =>
    [profile, item?.applied].flatMap((source) => {
      const value = (source as Record<string, unknown> | null | undefined)?.[field];
      return value !== undefined && schema.safeParse(value).success ? [[field, value] as const] : [];
    }),
  );
  return Institute.parse({ ...neutral, ...Object.fromEntries(given.reverse()) });
}

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
