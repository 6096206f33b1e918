import { type PasskeyAnswer, type PasskeyProof, Refusal } from "@shoreline/contract";
import { describeBrowser } from "@shoreline/domain/account";
import type { Ctx } from "../../context.ts";
import type { Db } from "../../db/connect.ts";
import { creationOptions, readCreated, verifyProof } from "../account/webauthn.ts";
import { aboutPerson, recordChange } from "./audit.ts";
import { reportDevice } from "./mails.ts";
import { countUse, findPasskey, listPasskeys, storePasskey } from "./passkey-queries.ts";
import type { StaffRow } from "./queries.ts";

const forNew = (staffId: string) => `staff add ${staffId}`;
const mostPasskeys = 20;

export async function passkeyOptionsFor(ctx: Ctx, { id, email, name }: StaffRow) {
  const own = await listPasskeys(ctx.db, id);
  if (own.length >= mostPasskeys) throw new Refusal("TOO_MANY_PASSKEYS");
  const holder = { id, userName: email, displayName: name };
  return creationOptions(ctx, { holder, purpose: forNew(id), own });
}

export function readNewPasskey(ctx: Ctx, response: PasskeyAnswer, staffId: string) {
  return readCreated(ctx, response, forNew(staffId));
}

type Made = { person: StaffRow; key: Awaited<ReturnType<typeof readNewPasskey>> };

export async function keepPasskey(ctx: Ctx, tx: Db, { person, key }: Made): Promise<void> {
  const browser = describeBrowser(ctx.userAgent);
  const row = { ...key, staffId: person.id, browser, addedAt: ctx.clock.now() };
  if (!(await storePasskey(tx, row))) throw new Refusal("PASSKEY_REFUSED");
  const change = { ...aboutPerson(person), action: "Added a passkey", after: { browser } };
  await recordChange(tx, { ...ctx, staff: person }, change);
  await reportDevice(tx, { person, what: "A passkey was added", browser });
}

/** The person whose passkey this is; its counter goes on. */
export async function provePasskey(
  ctx: Ctx,
  proof: PasskeyProof,
  purpose: string,
): Promise<{ id: string; key: string }> {
  const found = await verifyProof(ctx, proof, { purpose, find: (id) => findPasskey(ctx.db, id) });
  const use = { id: found.id, before: found.counter, counter: found.newCounter, now: ctx.clock.now() };
  if (!(await countUse(ctx.db, use))) throw new Refusal("PASSKEY_REFUSED");
  return { id: found.holderId, key: found.id };
}
