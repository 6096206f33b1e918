import { type PasskeyAnswer, type PasskeyProof, Refusal } from "@shoreline/contract";
import { describeBrowser } from "@shoreline/domain/account";
import type { Ctx, SignedInCtx } from "../../context.ts";
import { recordEvent } from "../../events.ts";
import { enqueue } from "../../jobs/queue.ts";
import { reportChange } from "./jobs.ts";
import { addTicket, countUse, deletePasskey, findPasskey, listPasskeys, storePasskey } from "./passkey-queries.ts";
import { fullName, numberOf } from "./queries.ts";
import { hashSecret, newSecret } from "./secrets.ts";
import { spendOwnTicket } from "./sign-in.ts";
import { creationOptions, readCreated, requestOptions, verifyProof } from "./webauthn.ts";

const forSignIn = "sign-in";
const forNew = (learnerId: string) => `add ${learnerId}`;

export async function newPasskeyOptions(ctx: SignedInCtx) {
  const { learner, db } = ctx;
  const holder = { id: learner.id, userName: numberOf(learner), displayName: fullName(learner) };
  const own = await listPasskeys(db, { learnerId: learner.id });
  return creationOptions(ctx, { holder, purpose: forNew(learner.id), own });
}

/** Stores a passkey, after a fresh proof of the number: a stolen session must not plant one. */
export async function addPasskey(ctx: SignedInCtx, { ticket, response }: { ticket: string; response: PasskeyAnswer }) {
  const { learner } = ctx;
  const now = ctx.clock.now();
  const key = await readCreated(ctx, response, forNew(learner.id));
  const browser = describeBrowser(ctx.userAgent);
  await ctx.db.transaction(async (db) => {
    await spendOwnTicket({ ...ctx, db }, ticket);
    if (!(await storePasskey(db, { ...key, learnerId: learner.id, browser, addedAt: now })))
      throw new Refusal("PASSKEY_REFUSED");
    await enqueue(db, reportChange, {
      learnerId: learner.id,
      title: "A passkey was added",
      text: `You added a passkey with ${browser}`,
      at: now.toISOString(),
    });
  });
  await recordEvent(ctx, "passkey added", learner.id);
}

export async function signInOptions(ctx: Ctx) {
  return requestOptions(ctx, { purpose: forSignIn });
}

/** Exchanges the proof of a passkey for a ticket. */
export async function verifyPasskey(ctx: Ctx, proof: PasskeyProof) {
  const now = ctx.clock.now();
  const find = async (id: string) => {
    const found = await findPasskey(ctx.db, id);
    return found && { ...found, holderId: found.learnerId };
  };
  const { id, counter, newCounter, phone } = await verifyProof(ctx, proof, { purpose: forSignIn, find });
  if (!(await countUse(ctx.db, { id, before: counter, counter: newCounter, now })))
    throw new Refusal("PASSKEY_REFUSED");
  const ticket = newSecret();
  await addTicket(ctx.db, { hash: hashSecret(ticket), phone, now });
  return { mobileNumber: phone.mobileNumber, ticket };
}

export async function removePasskey(ctx: SignedInCtx, { ticket, id }: { ticket: string; id: string }): Promise<void> {
  const { learner } = ctx;
  await ctx.db.transaction(async (db) => {
    await spendOwnTicket({ ...ctx, db }, ticket);
    const removed = await deletePasskey(db, { learnerId: learner.id, id });
    if (!removed) throw new Refusal("UNKNOWN_PASSKEY");
    await enqueue(db, reportChange, {
      learnerId: learner.id,
      title: "A passkey was removed",
      text: `You removed the passkey of ${removed.browser}`,
      at: ctx.clock.now().toISOString(),
    });
  });
  await recordEvent(ctx, "passkey removed", learner.id);
}
