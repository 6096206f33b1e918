import { isEmail } from "@shoreline/domain/text";
import { and, eq, sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/node-postgres";
import { withConfig, withDatabase } from "../command.ts";
import type { Db } from "../db/connect.ts";
import { learner } from "../db/tables/account.ts";
import { recordEvent } from "../events.ts";
import { erasers } from "../house.ts";
import { StartError } from "../start-error.ts";
import { erasePerson } from "./erase.ts";
import { exportPerson } from "./export.ts";
import { isEmailOf, isNumberOf } from "./who.ts";

const usage = `Usage:
  npm run person -- export 9876543210 asha@example.com          prints all data about a person
  npm run person -- erase 9876543210 asha@example.com --sure    erases a person; invoices, payments and certificates stay

Give a number, an e-mail address, or both: everything with the one or the other is found. An account belongs to its number.
Numbers outside India start with their country code: +971501234567. Make sure first that the person who asks is this person.`;

type Known = { ids: string[]; email?: string; number?: string };

/** `npm run person`: access and erasure at a person's request. */
export async function runCommand(args: string[]): Promise<void> {
  await withConfig((config) =>
    withDatabase(config, { name: "person", mayShare: true }, async (pool) => {
      const db = drizzle({ client: pool, casing: "snake_case" });
      const now = new Date();
      const { lines, kind } = await changePerson(db, args, now);
      await recordEvent({ db, pool, clock: { now: () => now } }, kind);
      for (const line of lines) console.log(line);
    }),
  );
}

export async function changePerson(db: Db, [verb, ...rest]: string[], now: Date) {
  const isSure = rest.includes("--sure");
  const named = rest.filter((one) => one !== "--sure");
  if (named.length === 0 || named.length > 2 || !["export", "erase"].includes(verb ?? "")) throw new StartError(usage);
  const known = await Promise.all(named.map((one) => identify(db, one)));
  if (verb === "export")
    return { kind: "person exported by staff", lines: [await writeExport(db, known, now)] } as const;
  if (!isSure) throw new StartError("Nothing was erased. This cannot be undone: add --sure.");
  const lines: string[] = [];
  for (const who of known) {
    const erased = Object.entries(await erasePerson(db, who, { erasers, now }));
    lines.push(...erased.map(([table, rows]) => `${table}: ${rows} erased`));
    lines.push(...(await otherAccounts(db, who)));
  }
  return { kind: "person erased by staff", lines: lines.length > 0 ? lines : ["Nothing was found."] } as const;
}

async function identify(db: Db, named: string): Promise<Known> {
  if (isEmail(named)) return { ids: [], email: named };
  const number = named.replaceAll(/[ -]/g, "").replace(/^(\d{10})$/, "+91$1");
  if (!/^\+\d{8,16}$/.test(number)) throw new StartError(usage);
  const found = await db
    .select({ id: learner.id })
    .from(learner)
    .where(eq(sql`${learner.countryCode} || ${learner.mobileNumber}`, number));
  return { ids: found.map(({ id }) => id), number };
}

async function writeExport(db: Db, known: Known[], now: Date): Promise<string> {
  const stored: Record<string, unknown> = { madeAt: now.toISOString() };
  for (const { ids, email, number } of known) {
    const who = {
      ids,
      ...(email ? { email: isEmailOf(email) } : {}),
      ...(number ? { number: isNumberOf(number) } : {}),
    };
    stored[email ?? number ?? ""] = await exportPerson(db, who);
  }
  return JSON.stringify(stored, null, 2);
}

/** Anybody may have typed an address into their profile, so an account is erased by its number only. */
async function otherAccounts(db: Db, { email }: Known): Promise<string[]> {
  if (!email) return [];
  const found = await db
    .select()
    .from(learner)
    .where(and(sql`lower(${learner.email}) = lower(${email})`));
  return found.map(
    ({ countryCode, mobileNumber }) =>
      `The account of ${countryCode}${mobileNumber} also has this address. To erase it, give its number.`,
  );
}
