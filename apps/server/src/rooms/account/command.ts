import { isDateOfBirth } from "@shoreline/domain/account";
import type { EventKind } from "@shoreline/domain/security-event";
import { isEmail } from "@shoreline/domain/text";
import { eq, sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/node-postgres";
import { withConfig, withDatabase } from "../../command.ts";
import type { Db } from "../../db/connect.ts";
import { learner, passkey } from "../../db/tables/account.ts";
import { recordEvent } from "../../events.ts";
import { personal } from "../../house.ts";
import { enqueue } from "../../jobs/queue.ts";
import { erasePerson } from "../../person/erase.ts";
import { exportPerson } from "../../person/export.ts";
import { type Identity, toWho } from "../../person/who.ts";
import { StartError } from "../../start-error.ts";
import { countries } from "../site/countries.ts";
import { reportChange } from "./jobs.ts";
import { endSessions, forgetDevices, type LearnerRow, moveLearner, movePictures, numberOf } from "./queries.ts";

const usage = `Usage:
  npm run person -- export 9876543210 asha@example.com         prints all data about a person
  npm run person -- erase 9876543210 asha@example.com --sure   erases a person; invoices, payments and certificates stay
  npm run person -- sign-out 9876543210                        ends all sign-ins of a learner and removes the passkeys
  npm run person -- move 9876543210 9876500000 --sure          gives a learner another number, and signs them out everywhere
  npm run person -- born 9876543210 2006-05-31                 corrects the date of birth of a learner

Export and erase take a number, an e-mail address, or both: everything with the one or the other is found. An account belongs to its
number. Numbers outside India start with their country code: +971501234567. Make sure first that the person who asks is this person.`;

/** What a command answers, and what the security log says about it. */
type Outcome = { lines: string[]; event: EventKind };

/** `npm run person`: what staff do at a person's request. */
export async function runCommand(args: string[]): Promise<void> {
  await withConfig((config) =>
    withDatabase(config, { name: "person", mayShare: true }, async (pool) => {
      const db = drizzle({ client: pool, casing: "snake_case" });
      const now = new Date();
      const { lines, event } = await runVerb(db, args, now);
      await recordEvent({ db, pool, clock: { now: () => now } }, event);
      for (const line of lines) console.log(line);
    }),
  );
}

export async function runVerb(db: Db, [verb, ...rest]: string[], now: Date): Promise<Outcome> {
  const isSure = rest.includes("--sure");
  const [first, second, ...more] = rest.filter((one) => one !== "--sure");
  if (first === undefined || more.length > 0) throw new StartError(usage);
  const named = second === undefined ? [first] : [first, second];
  const refuseUnsure = () => {
    if (!isSure) throw new StartError("Nothing was changed. This cannot be undone: add --sure.");
  };
  if (verb === "export") return exportAll(db, await identify(db, named), now);
  if (verb === "sign-out" && second === undefined) return signOut(db, await readLearner(db, first));
  if (verb === "erase") {
    const people = await identify(db, named);
    refuseUnsure();
    return eraseAll(db, people, now);
  }
  if (verb === "move" && second !== undefined) {
    const number = readNumber(second);
    refuseUnsure();
    return move(db, await readLearner(db, first), { number, now });
  }
  if (verb === "born" && second !== undefined) {
    if (!isDateOfBirth(second, { today: now })) throw new StartError("Write the date of birth like 2006-05-31.");
    return correctBirth(db, await readLearner(db, first), second);
  }
  throw new StartError(usage);
}

async function exportAll(db: Db, people: Identity[], now: Date): Promise<Outcome> {
  const stored: Record<string, unknown> = { madeAt: now.toISOString() };
  for (const one of people)
    stored[one.email ?? one.number ?? ""] = await exportPerson(db, toWho(one), { places: personal });
  return { event: "person exported by staff", lines: [JSON.stringify(stored, null, 2)] };
}

async function eraseAll(db: Db, people: Identity[], now: Date): Promise<Outcome> {
  const lines: string[] = [];
  for (const one of people) {
    const erased = Object.entries(await erasePerson(db, one, { places: personal, now }));
    lines.push(...erased.map(([table, rows]) => `${table}: ${rows} erased`), ...(await otherAccounts(db, one)));
  }
  return { event: "person erased by staff", lines: lines.length > 0 ? lines : ["Nothing was found."] };
}

async function signOut(db: Db, who: LearnerRow): Promise<Outcome> {
  await db.transaction((tx) => endAll(tx, who));
  return { event: "signed out by staff", lines: [`${numberOf(who)} is signed out everywhere.`] };
}

async function move(db: Db, who: LearnerRow, { number, now }: { number: string; now: Date }): Promise<Outcome> {
  const phone = splitNumber(number);
  await db.transaction(async (tx) => {
    if (!(await moveLearner(tx, { id: who.id, phone, now }))) throw new StartError(`${number} has an account already.`);
    await movePictures(tx, { from: numberOf(who), to: number });
    await endAll(tx, who);
    await enqueue(tx, reportChange, {
      learnerId: who.id,
      title: "Your mobile number was changed",
      text: `At your request we changed the mobile number of your account to one that ends in ${number.slice(-4)}`,
      at: now.toISOString(),
    });
  });
  return { event: "number changed by staff", lines: [`The account of ${numberOf(who)} now belongs to ${number}.`] };
}

async function correctBirth(db: Db, who: LearnerRow, dateOfBirth: string): Promise<Outcome> {
  await db.update(learner).set({ dateOfBirth }).where(eq(learner.id, who.id));
  return {
    event: "date of birth corrected by staff",
    lines: [`The date of birth of ${numberOf(who)} is now ${dateOfBirth}.`],
  };
}

async function endAll(db: Db, who: LearnerRow): Promise<void> {
  await endSessions(db, who.id);
  await forgetDevices(db, numberOf(who));
  await db.delete(passkey).where(eq(passkey.learnerId, who.id));
}

async function identify(db: Db, named: string[]): Promise<Identity[]> {
  const find = async (one: string) => {
    if (isEmail(one)) return { ids: [], email: one };
    const number = readNumber(one);
    return { ids: (await findLearners(db, number)).map(({ id }) => id), number };
  };
  return Promise.all(named.map(find));
}

async function readLearner(db: Db, named: string): Promise<LearnerRow> {
  const number = readNumber(named);
  const [found] = await findLearners(db, number);
  if (!found) throw new StartError(`There is no account for ${number}.`);
  return found;
}

const findLearners = (db: Db, number: string) =>
  db
    .select()
    .from(learner)
    .where(eq(sql`${learner.countryCode} || ${learner.mobileNumber}`, number));

function readNumber(named: string): string {
  const number = named.replaceAll(/[ -]/g, "").replace(/^(\d{10})$/, "+91$1");
  if (!/^\+\d{8,16}$/.test(number)) throw new StartError(usage);
  return number;
}

/** All numbers have ten digits after the country code. */
function splitNumber(number: string): { countryCode: string; mobileNumber: string } {
  const [countryCode, mobileNumber] = [number.slice(0, -10), number.slice(-10)];
  if (!countries.some(({ dial_code }) => dial_code === countryCode)) throw new StartError(usage);
  return { countryCode, mobileNumber };
}

/** Anybody may have typed an address into their profile, so an account is erased by its number only. */
async function otherAccounts(db: Db, { email }: Identity): Promise<string[]> {
  if (email === undefined) return [];
  const found = await db.select().from(learner).where(sql`lower(${learner.email}) = lower(${email})`);
  return found.map((one) => `The account of ${numberOf(one)} also has this address. To erase it, give its number.`);
}
