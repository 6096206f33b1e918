import { type Api, type ParsedInput, Profile, Refusal } from "@shoreline/contract";
import { sql } from "drizzle-orm";
import type { RecordCheck } from "../../content/well-formed.ts";
import type { Db } from "../../db/connect.ts";
import { learner } from "../../db/tables/account.ts";
import { type LearnerRow, numberOf, ownsPicture, type Phone } from "./queries.ts";

export const learnerCheck: RecordCheck = {
  kind: "learner",
  table: learner,
  key: learner.id,
  isBroken: sql`jsonb_typeof(${learner.skills}) <> 'array'`,
  problem: "skills",
};

export const blankPicture = "/pictures/blank.svg";
export const pictureAddress = (id: string) => `/media/user/${id}.webp`;

const skillsOrNone = Profile.shape.skills.catch([]);

export function toProfile(row: LearnerRow): Profile {
  return {
    _id: row.id,
    firstName: row.firstName,
    lastName: row.lastName,
    gender: row.gender,
    dateOfBirth: row.dateOfBirth ?? "",
    email: row.email,
    occupation: row.occupation,
    instOrOrg: row.instOrOrg,
    companyOrSchool: row.instOrOrg,
    state: row.state,
    country: row.country,
    countryCode: row.countryCode,
    mobileNumber: row.mobileNumber,
    profilePicture: row.picture ? pictureAddress(row.picture) : blankPicture,
    // Somebody may have broken the column by hand; the profile can do without it.
    skills: skillsOrNone.parse(row.skills),
    noticeChannel: row.noticeChannel,
  };
}

type Sent = {
  instOrOrg?: string | undefined;
  companyOrSchool?: string | undefined;
  profilePicture?: string | undefined;
};

/** Maps a form to columns: one column for school or company, and a picture that this person has uploaded. */
export async function toColumns<T extends Sent>(db: Db, phone: Phone, form: T) {
  const { instOrOrg, companyOrSchool, profilePicture, ...rest } = form;
  return {
    ...rest,
    instOrOrg: instOrOrg ?? companyOrSchool ?? "",
    picture: await readPicture(db, phone, profilePicture),
  };
}

/** The columns that an edit changes: what was left out, or sent as nothing, stays. */
export async function toChanges(db: Db, phone: Phone, { companyOrSchool, profilePicture, ...form }: Edit) {
  const instOrOrg = form.instOrOrg ?? companyOrSchool;
  const changes = {
    ...form,
    ...(instOrOrg === undefined ? {} : { instOrOrg }),
    ...(profilePicture === undefined ? {} : { picture: await readPicture(db, phone, profilePicture) }),
  };
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)) as Given<
    typeof changes
  >;
}

type Edit = Omit<ParsedInput<Api["account"]["edit"]>, "ticket">;
/** JSON has no `undefined`: a field that was sent has a value. */
type Given<Form> = { [Field in keyof Form]?: Exclude<Form[Field], undefined> };

async function readPicture(db: Db, phone: Phone, address: string | undefined): Promise<string | null> {
  if (!address || address === blankPicture) return null;
  const [, id] =
    /^(?:https?:\/\/[^/]+)?\/media\/user\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.webp$/.exec(address) ?? [];
  if (id && (await ownsPicture(db, { number: numberOf(phone), id }))) return id;
  throw new Refusal("INVALID_INPUT", { fields: { profilePicture: "Upload the picture again" } });
}
