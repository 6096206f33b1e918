import { type PasskeyAnswer, type PasskeyProof, Refusal } from "@shoreline/contract";
import { passkeySite } from "@shoreline/domain/account";
import type { Ctx } from "../../context.ts";
import { readInstitute } from "../site/queries.ts";
import { challengeLifetimeMs, newChallenge, spendChallenge } from "./passkey-challenge.ts";

// Loaded with the first passkey: it takes a quarter of a second and 25 MB.
const library = () => import("@simplewebauthn/server");

// EdDSA, ES256 and RS256: what authenticators have. The library's own list tries what is experimental in Node.
const supportedAlgorithmIDs = [-8, -7, -257];
const timeout = challengeLifetimeMs;

function siteOf({ publicUrl }: Ctx) {
  const site = passkeySite(new URL(publicUrl));
  if (!site) throw new Refusal("NOT_FOUND");
  return site;
}

type Holder = { id: string; userName: string; displayName: string };
type StoredKey = { id: string; transports: string[] };

/** What the browser needs to make a passkey. It asks for one that is found without a name and unlocked by its owner. */
export async function creationOptions(
  ctx: Ctx,
  { holder, purpose, own }: { holder: Holder; purpose: string; own: StoredKey[] },
) {
  const site = siteOf(ctx);
  const { generateRegistrationOptions } = await library();
  return generateRegistrationOptions({
    rpName: (await readInstitute(ctx.db)).name,
    rpID: site.host,
    userID: new TextEncoder().encode(holder.id),
    userName: holder.userName,
    userDisplayName: holder.displayName,
    challenge: await newChallenge(ctx, purpose),
    timeout,
    supportedAlgorithmIDs,
    attestationType: "none",
    excludeCredentials: own.map(({ id, transports }) => ({ id, transports })),
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
  });
}

// A browser that is asked for no attestation sends one of these. The others make the library check, and fetch, certificates.
const formats = ["none", "packed"];

/** The passkey that an authenticator has made, as we store it. */
export async function readCreated(ctx: Ctx, { response, ...credential }: PasskeyAnswer, purpose: string) {
  const site = siteOf(ctx);
  const challenge = await readChallenge(ctx, response.clientDataJSON, purpose);
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
  const { id, publicKey, counter } = made;
  return { id, publicKey: Buffer.from(publicKey).toString("base64url"), counter, transports: response.transports };
}

export async function requestOptions(ctx: Ctx, { purpose, own = [] }: { purpose: string; own?: StoredKey[] }) {
  const site = siteOf(ctx);
  const { generateAuthenticationOptions } = await library();
  const challenge = await newChallenge(ctx, purpose);
  const allowCredentials = own.map(({ id, transports }) => ({ id, transports }));
  const options = { rpID: site.host, challenge, timeout, userVerification: "required" as const };
  return generateAuthenticationOptions({ ...options, ...(own.length > 0 && { allowCredentials }) });
}

type Known = { id: string; publicKey: string; counter: number; holderId: string };

/**
 * Checks the proof of a passkey that `find` knows, and returns it with its new counter. The refusal is the same for an unknown
 * passkey and a wrong proof.
 */
export async function verifyProof<Key extends Known>(
  ctx: Ctx,
  { response, ...credential }: PasskeyProof,
  { purpose, find }: { purpose: string; find(id: string): Promise<Key | null> },
): Promise<Key & { newCounter: number }> {
  const site = siteOf(ctx);
  const challenge = await readChallenge(ctx, response.clientDataJSON, purpose);
  const known = await find(credential.id);
  if (!known || !isHandleOf(known.holderId, response.userHandle)) throw new Refusal("PASSKEY_REFUSED");
  const { verifyAuthenticationResponse } = await library();
  const { userHandle, ...signed } = response;
  const { id, counter } = known;
  const proof = await verifyAuthenticationResponse({
    response: { ...credential, response: signed, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: site.origin,
    expectedRPID: site.host,
    credential: { id, counter, publicKey: new Uint8Array(Buffer.from(known.publicKey, "base64url")) },
    requireUserVerification: true,
  }).catch(noProof);
  if (!proof?.verified) throw new Refusal("PASSKEY_REFUSED");
  return { ...known, newCounter: proof.authenticationInfo.newCounter };
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

function isHandleOf(holderId: string, userHandle: string | undefined): boolean {
  return userHandle === undefined || Buffer.from(userHandle, "base64url").toString() === holderId;
}

/** The library throws whatever is wrong with a proof; it reaches nothing outside that could fail. */
function noProof(): null {
  return null;
}
