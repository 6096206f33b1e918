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
import { hashCode } from "../account/secrets.ts";
import { readInstitute } from "../site/queries.ts";
import { type StaffRow, updateStaff } from "./queries.ts";
import { authenticatorAddress, findStep, newAuthenticatorSecret } from "./totp.ts";

const tries = { points: 10, seconds: 600 };

/** A new secret for an authenticator app. It counts once a code has confirmed it. */
export async function beginAuthenticator({ db }: Pick<Ctx, "db">, { id, email }: StaffRow) {
  const secret = newAuthenticatorSecret();
  await updateStaff(db, { id, nextSecret: secret });
  const address = authenticatorAddress({ secret, email, issuer: (await readInstitute(db)).name });
  return { secret, picture: await qrcode.toString(address, { type: "svg", margin: 1 }) };
}

/** Makes the new secret the one that counts, and returns new recovery codes: the old ones end. */
export async function confirmAuthenticator(ctx: Ctx, tx: Db, { person, code }: { person: StaffRow; code: string }) {
  await countTry(ctx, person.id);
  const secret = person.nextSecret;
  const now = ctx.clock.now();
  const step = secret && findStep(code, { secret, after: 0, now });
  if (!secret || !step) throw new Refusal("WRONG_CODE");
  const since = { authenticatorSince: now, authenticatorStep: step };
  await updateStaff(tx, { id: person.id, authenticatorSecret: secret, nextSecret: null, ...since });
  return renewRecoveryCodes(ctx, tx, person.id);
}

export async function renewRecoveryCodes({ codeHashCost: cost }: Ctx, tx: Db, staffId: string): Promise<string[]> {
  await tx.delete(staffRecoveryCode).where(eq(staffRecoveryCode.staffId, staffId));
  const codes = Array.from({ length: recoveryCodeCount }, newRecoveryCode);
  const hashes = await Promise.all(codes.map((code) => hashRecoveryCode(code, { staffId, cost })));
  await tx.insert(staffRecoveryCode).values(hashes.map((hash) => ({ hash, staffId })));
  return codes;
}

export function countRecoveryCodes(db: Db, staffId: string): Promise<number> {
  return db.$count(staffRecoveryCode, eq(staffRecoveryCode.staffId, staffId));
}

/** Refuses unless this is the current code of the authenticator app, or a recovery code, which is then used up. */
export async function spendCode(
  ctx: Ctx,
  tx: Db,
  { person, code }: { person: StaffRow; code: string },
): Promise<string> {
  await countTry(ctx, person.id);
  const isApp = isAuthenticatorCode(code);
  const isRight = isApp ? await spendAppCode(ctx, tx, person, code) : await spendRecoveryCode(ctx, tx, person.id, code);
  if (!isRight) throw new Refusal("WRONG_CODE");
  return isApp ? "Authenticator app" : "Recovery code";
}

async function spendAppCode({ clock }: Ctx, tx: Db, person: StaffRow, code: string): Promise<boolean> {
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

async function spendRecoveryCode({ codeHashCost: cost }: Ctx, tx: Db, staffId: string, code: string): Promise<boolean> {
  const hash = await hashRecoveryCode(code, { staffId, cost });
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

/** Counted outside the transaction: a wrong code must not take its own count back. */
async function countTry(ctx: Ctx, staffId: string): Promise<void> {
  if ((await ctx.counter("staff.code", tries).count(staffId)) > tries.points) throw new Refusal("TOO_MANY_REQUESTS");
}
