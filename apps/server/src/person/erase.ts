import { createHash, randomBytes } from "node:crypto";
import { gte, type SQL, sql } from "drizzle-orm";
import type { Db } from "../db/connect.ts";
import { erasure } from "../db/tables/house.ts";
import { removeParkedTo } from "../jobs/parked.ts";
import { findPlaces, type Identity, type PersonalPlace, rowsOf, toWho, type Who } from "./who.ts";

type Options = { places: PersonalPlace[]; now: Date };

/**
 * Erases a person from all tables, and remembers it for a later restore. Rows that the law or others rely on lose their
 * learner only: invoices, payments, certificates. Returns the number of rows erased, by table.
 */
export async function erasePerson(db: Db, identity: Identity, options: Options): Promise<Record<string, number>> {
  return db.transaction(async (tx) => {
    await rememberErasure(tx, identity, options.now);
    return eraseRows(tx, toWho(identity), options);
  });
}

/** Call this in the transaction of the erasure. */
export async function rememberErasure(db: Db, { ids, email, number }: Identity, now: Date): Promise<void> {
  const salt = randomBytes(16).toString("hex");
  const hash = (value: string | undefined) =>
    value === undefined
      ? null
      : createHash("sha256")
          .update(salt + value.toLowerCase())
          .digest("hex");
  await db
    .insert(erasure)
    .values({ salt, emailHash: hash(email), numberHash: hash(number), erasedIds: ids, erasedAt: now });
}

/** After a restore: erases the people again who were erased since the backup was made. */
export async function eraseAgain(db: Db, { places, now, since }: Options & { since: Date }): Promise<number> {
  const erased = await db.select().from(erasure).where(gte(erasure.erasedAt, since));
  for (const { salt, emailHash, numberHash, erasedIds } of erased) {
    const isHashed = (hash: string) => (column: SQL) =>
      sql`encode(sha256(convert_to(${salt} || lower(${column}), 'UTF8')), 'hex') = ${hash}`;
    const who = {
      ids: erasedIds,
      ...(emailHash ? { email: isHashed(emailHash) } : {}),
      ...(numberHash ? { number: isHashed(numberHash) } : {}),
    };
    await eraseRows(db, who, { places, now });
  }
  return erased.length;
}

async function eraseRows(db: Db, who: Who, { places, now }: Options): Promise<Record<string, number>> {
  const erased: Record<string, number> = {};
  // The account itself goes last: rows of other tables are found by it, and lose it with it.
  const found = await findPlaces(db, places);
  const isAccount = ({ table }: PersonalPlace) => table === "learner";
  for (const place of [...found.filter((one) => !isAccount(one)), ...found.filter(isAccount)]) {
    const rows = rowsOf(place, who);
    if (!rows || place.erase === "keep") continue;
    if (place.erase === "delete") {
      const { rowCount } = await db.execute(sql`delete from ${sql.identifier(place.table)} where ${rows}`);
      if (rowCount) erased[place.table] = rowCount;
    } else {
      const count = await place.erase(db, { rows, who, now });
      if (typeof count === "number" && count > 0) erased[place.table] = count;
    }
  }
  let parked = 0;
  for (const isTo of [who.email, who.number]) if (isTo) parked += await removeParkedTo(db, isTo);
  if (parked > 0) erased["parked messages"] = parked;
  return erased;
}
