import { type PasskeyAnswer, type PasskeyProof, Refusal } from "@shoreline/contract";
import { passkeySite } from "@shoreline/domain/account";
import { eq } from "drizzle-orm";
import type { StaffCtx } from "../../context.ts";
import { staffRecoveryCode } from "../../db/tables/staff.ts";
import { requestOptions } from "../account/webauthn.ts";
import { recordChange } from "./audit.ts";
import {
  beginAuthenticator,
  confirmAuthenticator,
  countRecoveryCodes,
  renewRecoveryCodes,
  spendCode,
} from "./codes.ts";
import { deletePasskey, listPasskeys } from "./passkey-queries.ts";
import { listSessions, lockStaff, markProved, type StaffRow, updateStaff } from "./queries.ts";
import { toMe } from "./sessions.ts";
import { aboutPerson, keepPasskey, passkeyOptionsFor, provePasskey, readNewPasskey } from "./sign-in.ts";

export async function readDevices({ db, clock, staff, staffSession, publicUrl }: StaffCtx) {
  const passkeys = await listPasskeys(db, staff.id);
  const sessions = await listSessions(db, { staffId: staff.id, now: clock.now() });
  return {
    hasPasskeys: passkeySite(new URL(publicUrl)) !== null,
    passkeys: passkeys.map(({ id, browser, addedAt, usedAt }) => ({
      id,
      browser,
      addedAt: addedAt.toISOString(),
      usedAt: usedAt?.toISOString() ?? null,
    })),
    authenticatorSince: staff.authenticatorSince?.toISOString() ?? null,
    recoveryCodesLeft: await countRecoveryCodes(db, staff.id),
    sessions: sessions.map(({ id, browser, startedAt, usedAt }) => ({
      id,
      browser,
      startedAt: startedAt.toISOString(),
      usedAt: usedAt.toISOString(),
      isThis: id === staffSession.id,
    })),
  };
}

const forProof = (staffId: string) => `staff prove ${staffId}`;

export async function proveOptions(ctx: StaffCtx) {
  return requestOptions(ctx, { purpose: forProof(ctx.staff.id), own: await listPasskeys(ctx.db, ctx.staff.id) });
}

export async function proveByPasskey(ctx: StaffCtx, proof: PasskeyProof) {
  const person = await provePasskey(ctx, proof, forProof(ctx.staff.id));
  if (person.id !== ctx.staff.id) throw new Refusal("PASSKEY_REFUSED");
  return refresh(ctx);
}

export async function proveByCode(ctx: StaffCtx, code: string) {
  await ctx.db.transaction((tx) => spendCode(ctx, tx, { person: ctx.staff, code }));
  return refresh(ctx);
}

async function refresh(ctx: StaffCtx) {
  const session = await markProved(ctx.db, { sessionId: ctx.staffSession.id, now: ctx.clock.now() });
  return toMe(ctx, { staff: ctx.staff, session });
}

export function newPasskey(ctx: StaffCtx) {
  return passkeyOptionsFor(ctx, ctx.staff);
}

export async function addPasskey(ctx: StaffCtx, response: PasskeyAnswer): Promise<void> {
  const key = await readNewPasskey(ctx, response, ctx.staff);
  await ctx.db.transaction((tx) => keepPasskey(ctx, tx, { person: ctx.staff, key }));
}

export async function removePasskey(ctx: StaffCtx, id: string): Promise<void> {
  await change(ctx, async (tx, person) => {
    const removed = await deletePasskey(tx, { staffId: person.id, id });
    if (!removed) throw new Refusal("UNKNOWN_PASSKEY");
    if (!person.authenticatorSecret && (await listPasskeys(tx, person.id)).length === 0)
      throw new Refusal("LAST_WAY_IN");
    return { action: "Removed a passkey", before: { browser: removed.browser } };
  });
}

export function newAuthenticator(ctx: StaffCtx) {
  return beginAuthenticator(ctx, ctx.staff);
}

export async function addAuthenticator(ctx: StaffCtx, code: string): Promise<string[]> {
  let codes: string[] = [];
  await change(ctx, async (tx, person) => {
    codes = await confirmAuthenticator(ctx, tx, { person, code });
    return { action: "Set up an authenticator app" };
  });
  return codes;
}

export async function removeAuthenticator(ctx: StaffCtx): Promise<void> {
  await change(ctx, async (tx, person) => {
    if ((await listPasskeys(tx, person.id)).length === 0) throw new Refusal("LAST_WAY_IN");
    await updateStaff(tx, { id: person.id, authenticatorSecret: null, authenticatorSince: null, nextSecret: null });
    await tx.delete(staffRecoveryCode).where(eq(staffRecoveryCode.staffId, person.id));
    return { action: "Removed the authenticator app" };
  });
}

export async function newRecoveryCodes(ctx: StaffCtx): Promise<string[]> {
  let codes: string[] = [];
  await change(ctx, async (tx, person) => {
    if (!person.authenticatorSecret) throw new Refusal("NO_AUTHENTICATOR");
    codes = await renewRecoveryCodes(ctx, tx, person.id);
    return { action: "Made new recovery codes" };
  });
  return codes;
}

type Done = { action: string; before?: Record<string, unknown> };

/** One change of the own account at a time, with its line in the audit log. */
async function change(ctx: StaffCtx, work: (tx: StaffCtx["db"], person: StaffRow) => Promise<Done>): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const person = await lockStaff(tx, ctx.staff.id);
    if (!person) throw new Refusal("STAFF_ONLY");
    await recordChange(tx, ctx, { ...aboutPerson(person), ...(await work(tx, person)) });
  });
}
