import {
  codeLifetimeMs,
  maxCodeAttempts,
  resendAfterMs,
  sessionIdleMs,
  sessionMaxMs,
  ticketLifetimeMs,
} from "@shoreline/domain/account";
import { and, desc, eq, gt, isNull, lt, lte, ne, notExists, or, sql } from "drizzle-orm";
import { type Db, prepared } from "../../db/connect.ts";
import { eraseWhere } from "../../db/erase-where.ts";
import type { Exact } from "../../db/exact.ts";
import { deviceCode, knownDevice, learner, oneTimeCode, picture, session, ticket } from "../../db/tables/account.ts";
import { rowsPerStep } from "../../steps.ts";
import type { HashedCode } from "./secrets.ts";

export type LearnerRow = typeof learner.$inferSelect;
type NewLearner = typeof learner.$inferInsert;
type ChangedLearner = { id: string } & Partial<NewLearner>;
export type Phone = { countryCode: string; mobileNumber: string };

export function numberOf({ countryCode, mobileNumber }: Phone): string {
  return countryCode + mobileNumber;
}

const before = (now: Date, ms: number) => new Date(now.getTime() - ms);

const codes = { device: deviceCode, stranger: oneTimeCode };
/** Who asks for a code or tries one: a known device of the number, or anybody else. */
export type Asker = keyof typeof codes;
type CodeOf = { number: string; asker: Asker };

/** The time until another code may be sent to a number; 0 or less means now. */
export async function msUntilNextCode(db: Db, { number, asker, now }: CodeOf & { now: Date }): Promise<number> {
  const code = codes[asker];
  const [last] = await db.select({ sentAt: code.sentAt }).from(code).where(eq(code.number, number));
  return last ? last.sentAt.getTime() + resendAfterMs - now.getTime() : 0;
}

/** False when a parallel request has stored its code first. */
export async function storeCode(
  db: Db,
  { number, asker, hash, salt, now }: HashedCode & CodeOf & { now: Date },
): Promise<boolean> {
  const code = codes[asker];
  const values = { hash, salt, triesLeft: maxCodeAttempts, deviceTriesLeft: maxCodeAttempts, sentAt: now };
  const stored = await db
    .insert(code)
    .values({ number, ...values })
    .onConflictDoUpdate({
      target: code.number,
      set: values,
      setWhere: lte(code.sentAt, before(now, resendAfterMs)),
    })
    .returning({ number: code.number });
  return stored.length > 0;
}

/** False when the code is gone already. */
export async function deleteCode(db: Db, { number, asker, hash }: CodeOf & { hash: string }): Promise<boolean> {
  const code = codes[asker];
  const isCode = and(eq(code.number, number), eq(code.hash, hash));
  return (await db.delete(code).where(isCode).returning({ hash: code.hash })).length > 0;
}

type Device = { hash: string; number: string; now: Date };

export async function addDevice(db: Db, { hash, number, now }: Device): Promise<void> {
  await db.insert(knownDevice).values({ hash, number, seenAt: now });
}

/** False when this number has never signed in there. */
export async function touchDevice(db: Db, { hash, number, now }: Device): Promise<boolean> {
  const touched = await db
    .update(knownDevice)
    .set({ seenAt: now })
    .where(and(eq(knownDevice.hash, hash), eq(knownDevice.number, number)))
    .returning({ hash: knownDevice.hash });
  return touched.length > 0;
}

/** All but the device with the hash `kept`. */
export async function forgetDevices(db: Db, number: string, { kept = "" }: { kept?: string } = {}): Promise<void> {
  await db.delete(knownDevice).where(and(eq(knownDevice.number, number), ne(knownDevice.hash, kept)));
}

export async function isKnownDevice(db: Db, { hash, number }: { hash: string; number: string }): Promise<boolean> {
  return (await db.$count(knownDevice, and(eq(knownDevice.hash, hash), eq(knownDevice.number, number)))) > 0;
}

export async function isRegistered(db: Db, { countryCode, mobileNumber }: Phone): Promise<boolean> {
  const isNumber = and(eq(learner.countryCode, countryCode), eq(learner.mobileNumber, mobileNumber));
  return (await db.$count(learner, isNumber)) > 0;
}

/** Counts a try before the code is compared, so that parallel tries cannot exceed the limit. */
export async function takeTry(
  db: Db,
  { number, asker, by, now }: CodeOf & { by: Asker; now: Date },
): Promise<HashedCode | null> {
  const code = codes[asker];
  const left = by === "device" ? "deviceTriesLeft" : "triesLeft";
  const [found] = await db
    .update(code)
    .set({ [left]: sql`${code[left]} - 1` })
    .where(and(eq(code.number, number), gt(code[left], 0), gt(code.sentAt, before(now, codeLifetimeMs))))
    .returning({ hash: code.hash, salt: code.salt });
  return found ?? null;
}

/** The codes that are waiting for a number, with the tries that are left. A stranger hears nothing of a device's code. */
export async function listCodes(db: Db, { number, by }: { number: string; by: Asker }) {
  const askers: Asker[] = by === "device" ? ["device", "stranger"] : ["stranger"];
  const found = askers.map((asker) => {
    const code = codes[asker];
    const triesLeft = by === "device" ? code.deviceTriesLeft : code.triesLeft;
    return db.select({ triesLeft, sentAt: code.sentAt }).from(code).where(eq(code.number, number));
  });
  return (await Promise.all(found)).flat();
}

type Proof = Phone & { asker: Asker; codeHash: string; ticketHash: string; now: Date };

/** Exchanges a code for a ticket. This works once. */
export async function exchangeCode(db: Db, { asker, codeHash, ticketHash, now, ...phone }: Proof): Promise<boolean> {
  const code = codes[asker];
  const { rowCount } = await db.execute(sql`
    with used as (
      delete from ${code} where ${eq(code.number, numberOf(phone))} and ${eq(code.hash, codeHash)} returning 1
    )
    insert into ${ticket} (hash, country_code, mobile_number, proven_at)
    select ${ticketHash}, ${phone.countryCode}, ${phone.mobileNumber}, ${now.toISOString()} from used`);
  return rowCount === 1;
}

const isAlive = (now: Date) => and(isNull(ticket.spentAt), gt(ticket.provenAt, before(now, ticketLifetimeMs)));

/** The number that a ticket proves, with its learner if it is registered. */
export type Proven = Phone & { learnerId: string | null };

export async function findTicket(db: Db, { hash, now }: { hash: string; now: Date }): Promise<Proven | null> {
  const { countryCode, mobileNumber } = ticket;
  const [found] = await db
    .select({ countryCode, mobileNumber, learnerId: learner.id })
    .from(ticket)
    .leftJoin(
      learner,
      and(
        eq(learner.countryCode, countryCode),
        eq(learner.mobileNumber, mobileNumber),
        // Who was enrolled at the desk registers like everybody, and then finds the course.
        eq(learner.isUnproven, false),
      ),
    )
    .where(and(eq(ticket.hash, hash), isAlive(now)));
  return found ?? null;
}

/** False when the ticket is already spent or expired. */
export async function spendTicket(db: Db, { hash, now }: { hash: string; now: Date }): Promise<boolean> {
  const spent = await db
    .update(ticket)
    .set({ spentAt: now })
    .where(and(eq(ticket.hash, hash), isAlive(now)))
    .returning({ hash: ticket.hash });
  return spent.length > 0;
}

export async function findLearner(db: Db, id: string): Promise<LearnerRow | null> {
  const [found] = await db.select().from(learner).where(eq(learner.id, id));
  return found ?? null;
}

export function fullName({ firstName, lastName }: Pick<LearnerRow, "firstName" | "lastName">): string {
  return `${firstName} ${lastName}`.trim();
}

export async function findLearnerByNumber(db: Db, { countryCode, mobileNumber }: Phone): Promise<LearnerRow | null> {
  const isNumber = and(eq(learner.countryCode, countryCode), eq(learner.mobileNumber, mobileNumber));
  const [found] = await db.select().from(learner).where(isNumber);
  return found ?? null;
}

/** Null when the number is taken. An account that staff made at the desk becomes that of who has proven the number. */
export async function addLearner<Given extends NewLearner>(
  db: Db,
  values: Exact<NewLearner, Given>,
): Promise<LearnerRow | null> {
  const columns: NewLearner = values;
  const [added] = await db
    .insert(learner)
    .values(columns)
    .onConflictDoUpdate({
      target: [learner.countryCode, learner.mobileNumber],
      set: { ...columns, isUnproven: false },
      setWhere: sql`${learner.isUnproven}`,
    })
    .returning();
  return added ?? null;
}

/** An account without a proof: name, number, and perhaps an address. Null when the number is taken. */
export async function addUnproven(db: Db, values: Omit<NewLearner, "isUnproven">): Promise<LearnerRow | null> {
  const [added] = await db
    .insert(learner)
    .values({ ...values, isUnproven: true })
    .onConflictDoNothing()
    .returning();
  return added ?? null;
}

/** Null when the account was deleted meanwhile. */
export async function lockLearner(db: Db, id: string): Promise<LearnerRow | null> {
  const [found] = await db.select().from(learner).where(eq(learner.id, id)).for("update");
  return found ?? null;
}

export async function updateLearner<Given extends ChangedLearner>(
  db: Db,
  changes: Exact<ChangedLearner, Given>,
): Promise<LearnerRow> {
  const { id, ...values }: ChangedLearner = changes;
  const [changed] = await db.update(learner).set(values).where(eq(learner.id, id)).returning();
  if (!changed) throw new Error("The learner no longer exists.");
  return changed;
}

type Move = { from: string; to: string };

/** Null when somebody has taken the number in the same moment; the transaction is then lost. */
export async function moveLearner(
  db: Db,
  { id, phone, now }: { id: string; phone: Phone; now: Date },
): Promise<LearnerRow | null> {
  return updateLearner(db, { id, ...phone, updatedAt: now }).catch((error: { cause?: { constraint?: string } }) => {
    if (error.cause?.constraint === "learner_number") return null;
    throw error;
  });
}

export async function movePictures(db: Db, { from, to }: Move): Promise<void> {
  await db.update(picture).set({ number: to }).where(eq(picture.number, from));
}

export async function moveDevice(db: Db, { hash, from, to }: Move & { hash: string }): Promise<void> {
  await db
    .update(knownDevice)
    .set({ number: to })
    .where(and(eq(knownDevice.hash, hash), eq(knownDevice.number, from)));
}

type NewSession = { ticketHash: string; sessionHash: string; learnerId: string; browser: string; now: Date };

/** Spends the ticket and opens a session in one statement. False when the ticket is already spent or expired. */
export async function openSession(db: Db, opened: NewSession): Promise<boolean> {
  const { ticketHash, sessionHash, learnerId, browser, now } = opened;
  const at = now.toISOString();
  const { rowCount } = await db.execute(sql`
    with spent as (
      update ${ticket} set spent_at = ${at} where ${and(eq(ticket.hash, ticketHash), isAlive(now))} returning 1
    )
    insert into ${session} (hash, learner_id, browser, started_at, used_at)
    select ${sessionHash}, ${learnerId}, ${browser}, ${at}, ${at} from spent`);
  return rowCount === 1;
}

const isAliveSince = and(
  gt(session.usedAt, sql.placeholder("usedSince")),
  gt(session.startedAt, sql.placeholder("startedSince")),
);

/** By the token of the session, or by the one before it. */
export const findSession = prepared((db) =>
  db
    .select({ learner, session })
    .from(session)
    .innerJoin(learner, eq(learner.id, session.learnerId))
    .where(
      and(
        or(eq(session.hash, sql.placeholder("hash")), eq(session.previousHash, sql.placeholder("hash"))),
        isAliveSince,
      ),
    )
    .prepare("session_find"),
);

export async function touchSession(db: Db, { id, now }: { id: string; now: Date }): Promise<void> {
  await db.update(session).set({ usedAt: now }).where(eq(session.id, id));
}

type SessionToken = { id: string; hash: string; now: Date };

/** Marks the first use of a renewed token. */
export async function confirmToken(db: Db, { id, hash, now }: SessionToken): Promise<void> {
  await db
    .update(session)
    .set({ usedAt: now, confirmedAt: now })
    .where(and(eq(session.id, id), eq(session.hash, hash), isNull(session.confirmedAt)));
}

/** Does nothing when the session has ended, or a parallel request has replaced the token. */
export async function replaceToken(db: Db, { id, hash, newHash }: Omit<SessionToken, "now"> & { newHash: string }) {
  await db
    .update(session)
    .set({ hash: newHash, previousHash: hash, confirmedAt: null })
    .where(and(eq(session.id, id), eq(session.hash, hash)));
}

export async function hasToken(db: Db, { id, hash }: { id: string; hash: string }): Promise<boolean> {
  return (await db.$count(session, and(eq(session.id, id), eq(session.hash, hash)))) > 0;
}

export async function listSessions(db: Db, { learnerId, now }: { learnerId: string; now: Date }) {
  return openSessions(db, {
    learnerId,
    usedSince: before(now, sessionIdleMs),
    startedSince: before(now, sessionMaxMs),
  });
}

const openSessions = prepared((db) =>
  db
    .select()
    .from(session)
    .where(and(eq(session.learnerId, sql.placeholder("learnerId")), isAliveSince))
    .orderBy(desc(session.usedAt))
    .limit(100)
    .prepare("session_list"),
);

/** Only a session of this learner. */
export async function endSessionById(db: Db, { learnerId, id }: { learnerId: string; id: string }): Promise<void> {
  await db.delete(session).where(and(eq(session.learnerId, learnerId), eq(session.id, id)));
}

/** False when it has ended already. */
export async function endSession(db: Db, id: string): Promise<boolean> {
  return (await db.delete(session).where(eq(session.id, id)).returning({ id: session.id })).length > 0;
}

export async function endOtherSessions(
  db: Db,
  { learnerId, sessionId }: { learnerId: string; sessionId: string },
): Promise<void> {
  await db.delete(session).where(and(eq(session.learnerId, learnerId), ne(session.id, sessionId)));
}

export async function endSessions(db: Db, learnerId: string): Promise<void> {
  await db.delete(session).where(eq(session.learnerId, learnerId));
}

const deviceLifetimeMs = 400 * 86_400_000;

/** Deletes expired codes, tickets, sessions and devices. */
export async function tidyAccounts(db: Db, now: Date): Promise<void> {
  for (const code of Object.values(codes)) await eraseWhere(db, code, lt(code.sentAt, before(now, codeLifetimeMs)));
  await eraseWhere(db, ticket, lt(ticket.provenAt, before(now, ticketLifetimeMs)));
  await eraseWhere(db, session, lt(session.usedAt, before(now, sessionIdleMs)));
  await eraseWhere(db, session, lt(session.startedAt, before(now, sessionMaxMs)));
  await eraseWhere(db, knownDevice, lt(knownDevice.seenAt, before(now, deviceLifetimeMs)));
}

/** Only the person who uploaded a picture may use it. */
export async function ownsPicture(db: Db, { number, id }: { number: string; id: string }): Promise<boolean> {
  return (await db.$count(picture, and(eq(picture.number, number), eq(picture.id, id)))) > 0;
}

/** Deletes the rows of all pictures that this number has uploaded, and returns their ids. */
export async function deletePictures(db: Db, number: string): Promise<string[]> {
  const deleted = await db.delete(picture).where(eq(picture.number, number)).returning({ id: picture.id });
  return deleted.map(({ id }) => id);
}

/** Deletes the rows of some old pictures that no learner uses, and returns their ids. */
export async function deleteUnusedPictures(db: Db, { olderThan }: { olderThan: Date }): Promise<{ id: string }[]> {
  const isShown = db.select({ id: learner.id }).from(learner).where(eq(learner.picture, picture.id));
  const unused = db
    .select({ id: picture.id })
    .from(picture)
    .where(and(lt(picture.uploadedAt, olderThan), notExists(isShown)))
    .limit(rowsPerStep)
    .for("update", { skipLocked: true });
  return db.delete(picture).where(sql`${picture.id} = any(array(${unused}))`).returning({ id: picture.id });
}
