import { type PasskeyAnswer, type PasskeyProof, Refusal, type StaffMe } from "@shoreline/contract";
import type { Ctx } from "../../context.ts";
import type { Db } from "../../db/connect.ts";
import { hashSecret } from "../account/secrets.ts";
import { requestOptions } from "../account/webauthn.ts";
import { aboutPerson, recordChange } from "./audit.ts";
import {
  beginAuthenticator,
  confirmAuthenticator,
  makeRecoveryCodes,
  spendCode,
  storeRecoveryCodes,
  tryCode,
} from "./codes.ts";
import { readLink } from "./links.ts";
import { listPasskeys } from "./passkey-queries.ts";
import { keepPasskey, passkeyOptionsFor, provePasskey, readNewPasskey } from "./passkeys.ts";
import { lockOpen, type StaffRow, spendLink } from "./queries.ts";
import { startSession } from "./sessions.ts";

const forSignIn = "staff sign-in";

export function signInOptions(ctx: Ctx) {
  return requestOptions(ctx, { purpose: forSignIn });
}

export async function signInWithPasskey(ctx: Ctx, proof: PasskeyProof): Promise<StaffMe> {
  const { id, key } = await provePasskey(ctx, proof, forSignIn);
  return ctx.db.transaction(async (tx) => {
    const person = await lockOpen(tx, id);
    if (!person) throw new Refusal("STAFF_CLOSED");
    // A reset may have removed it since.
    if (!(await listPasskeys(tx, id)).some((one) => one.id === key)) throw new Refusal("PASSKEY_REFUSED");
    return startSession(ctx, tx, { person, by: "Passkey" });
  });
}

type TypedCode = { token: string; code: string };

export async function signInByLink(ctx: Ctx, { token, code }: TypedCode): Promise<StaffMe> {
  const { staff } = await readLink(ctx, token);
  return tryCode(ctx, staff.id, () =>
    ctx.db.transaction(async (tx) => {
      const person = await lockForLink(tx, staff.id);
      const by = await spendCode(ctx, tx, { person, code });
      await useLink(tx, token);
      return startSession(ctx, tx, { person, by });
    }),
  );
}

/** A link lets a person without a second step set one up, and only then: the mailbox alone is not enough. */
async function readSetUpLink(ctx: Ctx, token: string): Promise<StaffRow> {
  const { staff } = await readLink(ctx, token);
  if (await hasSecondStep(ctx, staff)) throw new Refusal("DEAD_LINK");
  return staff;
}

export async function hasSecondStep({ db }: Pick<Ctx, "db">, person: StaffRow): Promise<boolean> {
  return person.authenticatorSecret !== null || (await listPasskeys(db, person.id)).length > 0;
}

export async function setUpAuthenticator(ctx: Ctx, token: string) {
  return beginAuthenticator(ctx, await readSetUpLink(ctx, token));
}

export async function acceptAuthenticator(ctx: Ctx, { token, code }: TypedCode) {
  const { id } = await readSetUpLink(ctx, token);
  const recovery = await makeRecoveryCodes(ctx, id);
  return tryCode(ctx, id, () =>
    ctx.db.transaction(async (tx) => {
      const person = await lockForLink(tx, id);
      await confirmAuthenticator(ctx, tx, { person, code });
      await storeRecoveryCodes(tx, id, recovery);
      await useLink(tx, token);
      const change = { ...aboutPerson(person), action: "Set up an authenticator app" };
      await recordChange(tx, { ...ctx, staff: person }, change);
      const me = await startSession(ctx, tx, { person, by: "Authenticator app" });
      return { recoveryCodes: recovery.codes, me };
    }),
  );
}

export async function setUpPasskey(ctx: Ctx, token: string) {
  return passkeyOptionsFor(ctx, await readSetUpLink(ctx, token));
}

export async function acceptPasskey(ctx: Ctx, { token, response }: { token: string; response: PasskeyAnswer }) {
  const { id } = await readSetUpLink(ctx, token);
  const key = await readNewPasskey(ctx, response, id);
  return ctx.db.transaction(async (tx) => {
    const person = await lockForLink(tx, id);
    await keepPasskey(ctx, tx, { person, key });
    await useLink(tx, token);
    return startSession(ctx, tx, { person, by: "Passkey" });
  });
}

async function lockForLink(tx: Db, staffId: string): Promise<StaffRow> {
  const person = await lockOpen(tx, staffId);
  if (!person) throw new Refusal("DEAD_LINK");
  return person;
}

/** Two browsers may open the same link: the first one wins. */
async function useLink(tx: Db, token: string): Promise<void> {
  if (!(await spendLink(tx, hashSecret(token)))) throw new Refusal("DEAD_LINK");
}
