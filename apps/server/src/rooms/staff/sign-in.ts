import { type PasskeyAnswer, type PasskeyProof, Refusal, type StaffMe } from "@shoreline/contract";
import { describeBrowser } from "@shoreline/domain/account";
import type { StaffRole } from "@shoreline/domain/staff";
import { and, eq, isNull, sql } from "drizzle-orm";
import type { Ctx } from "../../context.ts";
import { staff } from "../../db/tables/staff.ts";
import { hashSecret } from "../account/secrets.ts";
import { creationOptions, readCreated, requestOptions, verifyProof } from "../account/webauthn.ts";
import { recordChange } from "./audit.ts";
import { beginAuthenticator, confirmAuthenticator, spendCode } from "./codes.ts";
import { readLink } from "./links.ts";
import { countUse, findPasskey, listPasskeys, storePasskey } from "./passkey-queries.ts";
import { lockStaff, type StaffRow, spendLink } from "./queries.ts";
import { startSession } from "./sessions.ts";

const forSignIn = "staff sign-in";
const forNew = (staffId: string) => `staff add ${staffId}`;

export function signInOptions(ctx: Ctx) {
  return requestOptions(ctx, { purpose: forSignIn });
}

export async function signInWithPasskey(ctx: Ctx, proof: PasskeyProof): Promise<StaffMe> {
  const person = await provePasskey(ctx, proof, forSignIn);
  if (person.closedAt) throw new Refusal("STAFF_CLOSED");
  return ctx.db.transaction((tx) => startSession(ctx, tx, { staff: person, how: "Passkey" }));
}

/** The person whose passkey this is; its counter goes on. */
export async function provePasskey(ctx: Ctx, proof: PasskeyProof, purpose: string): Promise<StaffRow> {
  const key = await verifyProof(ctx, proof, { purpose, find: (id) => findPasskey(ctx.db, id) });
  const use = { id: key.id, before: key.counter, counter: key.newCounter, now: ctx.clock.now() };
  if (!(await countUse(ctx.db, use))) throw new Refusal("PASSKEY_REFUSED");
  return key.staff;
}

export async function signInByLink(ctx: Ctx, { token, code }: { token: string; code: string }): Promise<StaffMe> {
  const { staff: person } = await readLink(ctx, token);
  return ctx.db.transaction(async (tx) => {
    const how = await spendCode(ctx, tx, { person, code });
    await useLink(tx, token);
    return startSession(ctx, tx, { staff: person, how });
  });
}

/** A link lets a person without a second step set one up, and only then. */
async function readSetUpLink(ctx: Ctx, token: string): Promise<StaffRow> {
  const { staff: person } = await readLink(ctx, token);
  if (await hasSecondStep(ctx, person)) throw new Refusal("DEAD_LINK");
  return person;
}

export async function hasSecondStep({ db }: Pick<Ctx, "db">, person: StaffRow): Promise<boolean> {
  return person.authenticatorSecret !== null || (await listPasskeys(db, person.id)).length > 0;
}

export async function setUpAuthenticator(ctx: Ctx, token: string) {
  return beginAuthenticator(ctx, await readSetUpLink(ctx, token));
}

export async function acceptAuthenticator(ctx: Ctx, { token, code }: { token: string; code: string }) {
  const { id } = await readSetUpLink(ctx, token);
  return ctx.db.transaction(async (tx) => {
    const person = await lockStaff(tx, id);
    if (!person) throw new Refusal("DEAD_LINK");
    const recoveryCodes = await confirmAuthenticator(ctx, tx, { person, code });
    await useLink(tx, token);
    await recordChange(
      tx,
      { ...ctx, staff: person },
      { ...aboutPerson(person), action: "Set up an authenticator app" },
    );
    return { recoveryCodes, me: await startSession(ctx, tx, { staff: person, how: "Authenticator app" }) };
  });
}

export async function setUpPasskey(ctx: Ctx, token: string) {
  return passkeyOptionsFor(ctx, await readSetUpLink(ctx, token));
}

export async function acceptPasskey(ctx: Ctx, { token, response }: { token: string; response: PasskeyAnswer }) {
  const person = await readSetUpLink(ctx, token);
  const key = await readCreated(ctx, response, forNew(person.id));
  return ctx.db.transaction(async (tx) => {
    await keepPasskey(ctx, tx, { person, key });
    await useLink(tx, token);
    return startSession(ctx, tx, { staff: person, how: "Passkey" });
  });
}

export async function passkeyOptionsFor(ctx: Ctx, person: StaffRow) {
  const holder = { id: person.id, userName: person.email, displayName: person.name };
  return creationOptions(ctx, { holder, purpose: forNew(person.id), own: await listPasskeys(ctx.db, person.id) });
}

export async function readNewPasskey(ctx: Ctx, response: PasskeyAnswer, person: StaffRow) {
  return readCreated(ctx, response, forNew(person.id));
}

type Made = { person: StaffRow; key: Awaited<ReturnType<typeof readCreated>> };

export async function keepPasskey(ctx: Ctx, tx: Ctx["db"], { person, key }: Made): Promise<void> {
  const browser = describeBrowser(ctx.userAgent);
  const row = { ...key, staffId: person.id, browser, addedAt: ctx.clock.now() };
  if (!(await storePasskey(tx, row))) throw new Refusal("PASSKEY_REFUSED");
  const change = { ...aboutPerson(person), action: "Added a passkey", after: { browser } };
  await recordChange(tx, { ...ctx, staff: person }, change);
}

export function aboutPerson({ id, name }: StaffRow) {
  return { kind: "person", thingId: id, thing: name };
}

/** Two browsers may open the same link: the first one wins. */
async function useLink(tx: Ctx["db"], token: string): Promise<void> {
  if (!(await spendLink(tx, hashSecret(token)))) throw new Refusal("DEAD_LINK");
}

/** Only a demonstration has such people, and a product with real providers refuses to start on one. */
export async function enterDemo(ctx: Ctx, role: StaffRole): Promise<StaffMe> {
  const [person] = await ctx.db
    .select()
    .from(staff)
    .where(and(eq(staff.isDemo, true), isNull(staff.closedAt), sql`${staff.roles} ? ${role}`))
    .orderBy(staff.invitedAt, staff.name)
    .limit(1);
  if (!person) throw new Refusal("NOT_FOUND");
  return ctx.db.transaction((tx) => startSession(ctx, tx, { staff: person, how: "Demonstration" }));
}

export async function listDemoRoles({ db }: Pick<Ctx, "db">): Promise<StaffRole[]> {
  const people = await db
    .select({ roles: staff.roles })
    .from(staff)
    .where(and(eq(staff.isDemo, true), isNull(staff.closedAt)));
  return [...new Set(people.flatMap(({ roles }) => roles))];
}
