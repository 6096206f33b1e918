import { createHash } from "node:crypto";
import { inArray, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { Db } from "../db/connect.ts";
import { readServerSecret } from "../db/server-secret.ts";
import { learner } from "../db/tables/account.ts";
import { erasure } from "../db/tables/house.ts";
import { defineJob } from "../jobs/job.ts";
import { isEmailOf, isNumberOf, rowsOf, tablesAboutPeople, type Who } from "./who.ts";

/** A room erases what it stores about a person outside the columns `email`, `mobile_number` and `learner_id`. */
export type ErasePerson = (db: Db, who: Who) => Promise<void>;

/** A person as staff or the account name them: ids of learners, or of certificates; a number with its country code. */
type Identity = { ids: string[]; email?: string | undefined; number?: string | undefined };

/** The secret of the hashes in the list of erasures. A restore takes it along. */
export const secretName = "erasure";

/** Erases what the person of a deleted account has left in forms, seats and results. */
export const eraseTraces = defineJob("person.erase", { learnerId: z.string(), email: z.string(), number: z.string() });

/**
 * Erases a person from all tables, and remembers it for a later restore. Rows that the law or others rely on lose their
 * learner only: invoices, payments, certificates. Returns the number of rows erased, by table.
 */
export async function erasePerson(
  db: Db,
  { ids, email, number }: Identity,
  { erasers, now }: { erasers: ErasePerson[]; now: Date },
): Promise<Record<string, number>> {
  return db.transaction(async (tx) => {
    const secret = await readServerSecret(tx, secretName);
    const hash = (value: string | undefined) =>
      value === undefined
        ? null
        : createHash("sha256")
            .update(secret + value.toLowerCase())
            .digest("hex");
    await tx
      .insert(erasure)
      .values({ emailHash: hash(email), numberHash: hash(number), erasedIds: ids, erasedAt: now });
    const who = {
      ids,
      ...(email === undefined ? {} : { email: isEmailOf(email) }),
      ...(number === undefined ? {} : { number: isNumberOf(number) }),
    };
    return eraseRows(tx, who, erasers);
  });
}

/** After a restore: erases everybody again who was erased since the backup, or before it. */
export async function eraseAgain(db: Db, erasers: ErasePerson[]): Promise<number> {
  const rows = await db.select().from(erasure);
  if (rows.length === 0) return 0;
  const secret = await readServerSecret(db, secretName);
  const isOneOf = (hashes: (string | null)[]) => (column: SQL) =>
    sql`encode(sha256(convert_to(${secret} || lower(${column}), 'UTF8')), 'hex') = any(${sql.param(hashes)}::text[])`;
  const sets = [
    rows.filter(({ emailHash, numberHash }) => emailHash && !numberHash),
    rows.filter(({ emailHash, numberHash }) => !emailHash && numberHash),
    rows.filter(({ emailHash, numberHash }) => emailHash && numberHash),
    rows.filter(({ emailHash, numberHash }) => !emailHash && !numberHash),
  ];
  for (const set of sets) {
    const [first] = set;
    if (!first) continue;
    const who = {
      ids: set.flatMap(({ erasedIds }) => erasedIds),
      ...(first.emailHash ? { email: isOneOf(set.map(({ emailHash }) => emailHash)) } : {}),
      ...(first.numberHash ? { number: isOneOf(set.map(({ numberHash }) => numberHash)) } : {}),
    };
    await eraseRows(db, who, erasers);
  }
  return rows.length;
}

async function eraseRows(db: Db, who: Who, erasers: ErasePerson[]): Promise<Record<string, number>> {
  const erased: Record<string, number> = {};
  for (const table of await tablesAboutPeople(db)) {
    // A deleted learner takes the rows along that have no contact of their own.
    if (table.name === "learner" || !(table.hasEmail || table.hasNumber)) continue;
    const isOfPerson = rowsOf(table, who);
    if (!isOfPerson) continue;
    const { rowCount } = await db.execute(sql`delete from ${sql.identifier(table.name)} where ${isOfPerson}`);
    if (rowCount) erased[table.name] = rowCount;
  }
  for (const erase of erasers) await erase(db, who);
  if (who.ids.length > 0) {
    const gone = await db.delete(learner).where(inArray(learner.id, who.ids)).returning({ id: learner.id });
    if (gone.length > 0) erased.learner = gone.length;
  }
  return erased;
}
