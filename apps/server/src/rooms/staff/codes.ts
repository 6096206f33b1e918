import { randomInt } from "node:crypto";
import { Refusal } from "@shoreline/contract";
import {
  isAuthenticatorCode,
  normaliseRecoveryCode,
  recoveryCodeCount,
  recoveryCodeLetters,
} from "@shoreline/domain/staff";
import { and, eq, lt } from "drizzle-orm";
import qrcode from "qrcode";
import type { Ctx } from "../../context.ts";
import type { Db } from "../../db/connect.ts";
import { staff, staffRecoveryCode } from "../../db/tables/staff.ts";
import { recordEvent } from "../../events.ts";
import { hashCode } from "../account/secrets.ts";
import { readInstitute } from "../site/queries.ts";
import { type StaffRow, updateStaff } from "./queries.ts";
import { authenticatorAddress, findStep, newAuthenticatorSecret } from "./totp.ts";

const limits = [
  { points: 10, seconds: 600 },
  { points: 50, seconds: 86_400 },
];

/**
 * Everything that takes a code goes through here: tries of one person are bounded, and a wrong code is in the security log. Neither
 * may be undone with the transaction of the work.
 */
export async function tryCode<T>(ctx: Ctx, staffId: string, work: () => Promise<T>): Promise<T> {
  for (const limit of limits) {
    const tries = await ctx.counter(`staff.code.${limit.seconds}`, limit).count(staffId);
    if (tries > limit.points) throw new Refusal("TOO_MANY_REQUESTS");
  }
  try {
    return await work();
  } catch (error) {
    if (error instanceof Refusal && error.code === "WRONG_CODE") await recordEvent(ctx, "staff code refused");
    throw error;
  }
}

/** A new secret for an authenticator app. It counts once a code has confirmed it. */
export async function beginAuthenticator({ db }: Pick<Ctx, "db">, { id, email }: StaffRow) {
  const secret = newAuthenticatorSecret();
  await updateStaff(db, { id, nextSecret: secret });
  const address = authenticatorAddress({ secret, email, issuer: (await readInstitute(db)).name });
  return { secret, picture: await qrcode.toString(address, { type: "svg", margin: 1 }) };
}

/** Makes the new secret the one that counts. */
export async function confirmAuthenticator({ clock }: Ctx, tx: Db, { person, code }: Typed): Promise<void> {
  const { id, nextSecret: secret } = person;
  const now = clock.now();
  const step = secret && findStep(code, { secret, after: 0, now });
  if (!secret || !step) throw new Refusal("WRONG_CODE");
  const since = { authenticatorSince: now, authenticatorStep: step };
  await updateStaff(tx, { id, authenticatorSecret: secret, nextSecret: null, ...since });
}

type Typed = { person: StaffRow; code: string };
export type RecoveryCodes = { codes: string[]; hashes: string[] };

/** Hashing takes its time, so they are made before a transaction begins. */
export async function makeRecoveryCodes({ codeHashCost: cost }: Ctx, staffId: string): Promise<RecoveryCodes> {
  const codes = Array.from({ length: recoveryCodeCount }, newRecoveryCode);
  return { codes, hashes: await Promise.all(codes.map((code) => hashRecoveryCode(code, { staffId, cost }))) };
}

/** The old ones end. */
export async function storeRecoveryCodes(tx: Db, staffId: string, { hashes }: RecoveryCodes): Promise<void> {
  await tx.delete(staffRecoveryCode).where(eq(staffRecoveryCode.staffId, staffId));
  await tx.insert(staffRecoveryCode).values(hashes.map((hash) => ({ hash, staffId })));
}

export function countRecoveryCodes(db: Db, staffId: string): Promise<number> {
  return db.$count(staffRecoveryCode, eq(staffRecoveryCode.staffId, staffId));
}

/** Refuses unless this is the current code of the authenticator app, or a recovery code, which is then used up. */
export async function spendCode(ctx: Ctx, tx: Db, typed: Typed): Promise<"Authenticator app" | "Recovery code"> {
  const isApp = isAuthenticatorCode(typed.code);
  if (!(await (isApp ? spendAppCode : spendRecoveryCode)(ctx, tx, typed))) throw new Refusal("WRONG_CODE");
  return isApp ? "Authenticator app" : "Recovery code";
}

async function spendAppCode({ clock }: Ctx, tx: Db, { person, code }: Typed): Promise<boolean> {
  const { id, authenticatorSecret: secret, authenticatorStep: after } = person;
  const step = secret && findStep(code, { secret, after, now: clock.now() });
  if (!step) return false;
  const counted = await tx
    .update(staff)
    .set({ authenticatorStep: step })
    .where(and(eq(staff.id, id), lt(staff.authenticatorStep, step)))
    .returning({ id: staff.id });
  return counted.length > 0;
}

async function spendRecoveryCode({ codeHashCost: cost }: Ctx, tx: Db, { person, code }: Typed): Promise<boolean> {
  const hash = await hashRecoveryCode(code, { staffId: person.id, cost });
  const spent = await tx.delete(staffRecoveryCode).where(eq(staffRecoveryCode.hash, hash)).returning();
  return spent.length > 0;
}

async function hashRecoveryCode(code: string, { staffId, cost }: { staffId: string; cost: number }): Promise<string> {
  return (await hashCode(normaliseRecoveryCode(code), { cost, salt: staffId })).hash;
}

function newRecoveryCode(): string {
  const letters = () => Array.from({ length: 5 }, () => recoveryCodeLetters[randomInt(recoveryCodeLetters.length)]);
  return `${letters().join("")}-${letters().join("")}`;
}
