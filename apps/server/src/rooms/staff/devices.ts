import { type PasskeyAnswer, type PasskeyProof, Refusal } from "@shoreline/contract";
import { describeBrowser, passkeySite } from "@shoreline/domain/account";
import type { StaffCtx } from "../../context.ts";
import type { Db } from "../../db/connect.ts";
import { requestOptions } from "../account/webauthn.ts";
import { aboutPerson, type Change, recordChange } from "./audit.ts";
import {
  beginAuthenticator,
  confirmAuthenticator,
  countRecoveryCodes,
  makeRecoveryCodes,
  spendCode,
  storeRecoveryCodes,
  tryCode,
} from "./codes.ts";
import { reportDevice } from "./mails.ts";
import { deletePasskey, listPasskeys } from "./passkey-queries.ts";
import { keepPasskey, passkeyOptionsFor, provePasskey, readNewPasskey } from "./passkeys.ts";
import { hasSession, listSessions, lockOpen, markProved, removeApp, type StaffRow } from "./queries.ts";
import { toMe } from "./sessions.ts";

export function hasPasskeys({ publicUrl }: Pick<StaffCtx, "publicUrl">): boolean {
  return passkeySite(new URL(publicUrl)) !== null;
}

export async function readDevices(ctx: StaffCtx) {
  const { db, clock, staff, staffSession } = ctx;
  const passkeys = await listPasskeys(db, staff.id);
  const sessions = await listSessions(db, { staffId: staff.id, now: clock.now() });
  return {
    hasPasskeys: hasPasskeys(ctx),
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
  const { id } = await provePasskey(ctx, proof, forProof(ctx.staff.id));
  if (id !== ctx.staff.id) throw new Refusal("PASSKEY_REFUSED");
  await refresh(ctx, ctx.db);
  return toMe(ctx, ctx.staff);
}

export async function proveByCode(ctx: StaffCtx, code: string) {
  await tryCode(ctx, ctx.staff.id, () =>
    ctx.db.transaction(async (tx) => {
      const person = await lockOwn(ctx, tx);
      const by = await spendCode(ctx, tx, { person, code });
      if (by === "Recovery code")
        await recordChange(tx, ctx, { ...aboutPerson(person), action: "Used a recovery code" });
      await refresh(ctx, tx);
    }),
  );
  return toMe(ctx, ctx.staff);
}

async function refresh({ staffSession, clock }: StaffCtx, db: Db): Promise<void> {
  if (!(await markProved(db, { sessionId: staffSession.id, now: clock.now() }))) throw new Refusal("STAFF_ONLY");
}

export function newPasskey(ctx: StaffCtx) {
  return passkeyOptionsFor(ctx, ctx.staff);
}

export async function addPasskey(ctx: StaffCtx, response: PasskeyAnswer): Promise<void> {
  const key = await readNewPasskey(ctx, response, ctx.staff.id);
  await ctx.db.transaction(async (tx) => keepPasskey(ctx, tx, { person: await lockOwn(ctx, tx), key }));
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
  const recovery = await makeRecoveryCodes(ctx, ctx.staff.id);
  const browser = describeBrowser(ctx.userAgent);
  await tryCode(ctx, ctx.staff.id, () =>
    change(ctx, async (tx, person) => {
      await confirmAuthenticator(ctx, tx, { person, code });
      await storeRecoveryCodes(tx, person.id, recovery);
      await reportDevice(tx, { person, what: "An authenticator app was set up", browser });
      return { action: "Set up an authenticator app" };
    }),
  );
  return recovery.codes;
}

export async function removeAuthenticator(ctx: StaffCtx): Promise<void> {
  await change(ctx, async (tx, person) => {
    if ((await listPasskeys(tx, person.id)).length === 0) throw new Refusal("LAST_WAY_IN");
    await removeApp(tx, person.id);
    return { action: "Removed the authenticator app" };
  });
}

export async function newRecoveryCodes(ctx: StaffCtx): Promise<string[]> {
  const recovery = await makeRecoveryCodes(ctx, ctx.staff.id);
  await change(ctx, async (tx, person) => {
    if (!person.authenticatorSecret) throw new Refusal("NO_AUTHENTICATOR");
    await storeRecoveryCodes(tx, person.id, recovery);
    return { action: "Made new recovery codes" };
  });
  return recovery.codes;
}

type Done = Pick<Change, "action" | "before" | "after">;

/** One change of the own account at a time, with its line in the audit log. */
export async function change(ctx: StaffCtx, work: (tx: Db, person: StaffRow) => Promise<Done>): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const person = await lockOwn(ctx, tx);
    await recordChange(tx, ctx, { ...aboutPerson(person), ...(await work(tx, person)) });
  });
}

/** An owner may just have reset or closed this account: then it is over. */
async function lockOwn({ staff, staffSession }: StaffCtx, tx: Db): Promise<StaffRow> {
  const person = await lockOpen(tx, staff.id);
  if (!person || !(await hasSession(tx, staffSession.id))) throw new Refusal("STAFF_ONLY");
  return person;
}
