import { type PasskeyAnswer, type PasskeyProof, Refusal } from "@shoreline/contract";
import { describeBrowser, passkeySite } from "@shoreline/domain/account";
import type { Ctx, SignedInCtx } from "../../context.ts";
import { recordEvent } from "../../events.ts";
import { enqueue } from "../../jobs/queue.ts";
import { readInstitute } from "../site/queries.ts";
import { reportChange } from "./jobs.ts";
import { challengeLifetimeMs, newChallenge, spendChallenge } from "./passkey-challenge.ts";
import { addTicket, countUse, deletePasskey, findPasskey, listPasskeys, storePasskey } from "./passkey-queries.ts";
import { fullName, numberOf } from "./queries.ts";
import { hashSecret, newSecret } from "./secrets.ts";
import { spendOwnTicket } from "./sign-in.ts";

// Loaded with the first passkey: it takes a quarter of a second and 25 MB.
const library = () => import("@simplewebauthn/server");

// EdDSA, ES256 and RS256: what authenticators have. The library's own list tries what is experimental in Node.
const supportedAlgorithmIDs = [-8, -7, -257];
const timeout = challengeLifetimeMs;
const forSignIn = "sign-in";
const forNew = (learnerId: string) => `add ${learnerId}`;

function siteOf({ publicUrl }: Ctx) {
  const site = passkeySite(new URL(publicUrl));
  if (!site) throw new Refusal("NOT_FOUND");
  return site;
}

/** What the browser needs to make a passkey. It asks for one that is found without a number and unlocked by its owner. */
export async function newPasskeyOptions(ctx: SignedInCtx) {
  const { learner, db } = ctx;
  const site = siteOf(ctx);
  const { generateRegistrationOptions } = await library();
  const own = await listPasskeys(db, { learnerId: learner.id });
  return generateRegistrationOptions({
    rpName: (await readInstitute(db)).name,
    rpID: site.host,
    userID: new TextEncoder().encode(learner.id),
    userName: numberOf(learner),
    userDisplayName: fullName(learner),
    challenge: await newChallenge(ctx, forNew(learner.id)),
    timeout,
    supportedAlgorithmIDs,
    attestationType: "none",
    excludeCredentials: own.map(({ id, transports }) => ({ id, transports })),
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
  });
}

/** Stores a passkey, after a fresh proof of the number: a stolen session must not plant one. */
export async function addPasskey(ctx: SignedInCtx, { ticket, response }: { ticket: string; response: PasskeyAnswer }) {
  const { learner } = ctx;
  const now = ctx.clock.now();
  const { id, publicKey, counter } = await readAnswer(ctx, response);
  const browser = describeBrowser(ctx.userAgent);
  await ctx.db.transaction(async (db) => {
    await spendOwnTicket({ ...ctx, db }, ticket);
    const { transports } = response.response;
    const key = { id, publicKey: Buffer.from(publicKey).toString("base64url"), counter, transports };
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

// A browser that is asked for no attestation sends one of these. The others make the library check, and fetch, certificates.
const formats = ["none", "packed"];

async function readAnswer(ctx: SignedInCtx, { response, ...credential }: PasskeyAnswer) {
  const site = siteOf(ctx);
  const challenge = await readChallenge(ctx, response.clientDataJSON, forNew(ctx.learner.id));
  const { verifyRegistrationResponse } = await library();
  const { decodeAttestationObject } = await import("@simplewebauthn/server/helpers");
  const verify = async () => {
    const attestation = decodeAttestationObject(new Uint8Array(Buffer.from(response.attestationObject, "base64url")));
    if (!formats.includes(attestation.get("fmt"))) return null;
    const { registrationInfo } = await verifyRegistrationResponse({
      response: { ...credential, response, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: site.origin,
      expectedRPID: site.host,
      requireUserVerification: true,
      supportedAlgorithmIDs,
    });
    return registrationInfo?.credential;
  };
  const made = await verify().catch(noProof);
  if (!made) throw new Refusal("PASSKEY_REFUSED");
  return made;
}

export async function signInOptions(ctx: Ctx) {
  const site = siteOf(ctx);
  const { generateAuthenticationOptions } = await library();
  const challenge = await newChallenge(ctx, forSignIn);
  return generateAuthenticationOptions({ rpID: site.host, challenge, timeout, userVerification: "required" });
}

/** Exchanges the proof of a passkey for a ticket. The refusal is the same for an unknown passkey and a wrong proof. */
export async function verifyPasskey(ctx: Ctx, { response, ...credential }: PasskeyProof) {
  const site = siteOf(ctx);
  const now = ctx.clock.now();
  const challenge = await readChallenge(ctx, response.clientDataJSON, forSignIn);
  const known = await findPasskey(ctx.db, credential.id);
  if (!known || !isHandleOf(known.learnerId, response.userHandle)) throw new Refusal("PASSKEY_REFUSED");
  const { id, counter, phone } = known;
  const { verifyAuthenticationResponse } = await library();
  const { userHandle, ...signed } = response;
  const proof = await verifyAuthenticationResponse({
    response: { ...credential, response: signed, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: site.origin,
    expectedRPID: site.host,
    credential: { id, counter, publicKey: new Uint8Array(Buffer.from(known.publicKey, "base64url")) },
    requireUserVerification: true,
  }).catch(noProof);
  if (!proof?.verified) throw new Refusal("PASSKEY_REFUSED");
  const use = { id, before: counter, counter: proof.authenticationInfo.newCounter, now };
  if (!(await countUse(ctx.db, use))) throw new Refusal("PASSKEY_REFUSED");
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

/** The challenge in the browser's answer, which can be used once. */
async function readChallenge(ctx: Ctx, clientDataJSON: string, purpose: string): Promise<string> {
  const challenge = challengeIn(Buffer.from(clientDataJSON, "base64url").toString());
  if (!challenge || !(await spendChallenge(ctx, purpose, challenge))) throw new Refusal("PASSKEY_REFUSED");
  return challenge;
}

function challengeIn(json: string): string | null {
  try {
    const { challenge } = JSON.parse(json);
    return typeof challenge === "string" ? challenge : null;
  } catch {
    return null;
  }
}

function isHandleOf(learnerId: string, userHandle: string | undefined): boolean {
  return userHandle === undefined || Buffer.from(userHandle, "base64url").toString() === learnerId;
}

/** The library throws whatever is wrong with a proof; it reaches nothing outside that could fail. */
function noProof(): null {
  return null;
}
