import { Refusal } from "@shoreline/contract";
import { describeBrowser, resendAfterMs, whyCodeRefused } from "@shoreline/domain/account";
import type { Ctx, SignedInCtx } from "../../context.ts";
import { recordEvent } from "../../events.ts";
import { sendSms } from "../../messages/sent.ts";
import { checkLimits, countSent } from "./code-limits.ts";
import {
  type Asker,
  addDevice,
  deleteCode,
  exchangeCode,
  findTicket,
  fullName,
  isKnownDevice,
  listCodes,
  msUntilNextCode,
  numberOf,
  openSession,
  type Phone,
  type Proven,
  spendTicket,
  storeCode,
  takeTry,
  touchDevice,
} from "./queries.ts";
import { hashCode, hashSecret, isCodeOf, newCode, newSecret } from "./secrets.ts";

type CodeRequest = Phone & { device?: string | undefined; check?: string | undefined };

/** Answers the same for every number, so that nobody learns who is registered. */
export async function sendCode(ctx: Ctx, { device, check, ...phone }: CodeRequest): Promise<void> {
  const number = numberOf(phone);
  const knownDevice = await findDevice(ctx, { number, device });
  const place: CodePlace = { number, asker: knownDevice ? "device" : "stranger" };
  await deliverCode(ctx, { phone, knownDevice, check, place, send: sendCodeText });
}

/** This code belongs to the learner who asked for it, and opens nothing: its holder shares it with them. */
export async function sendGuardianCode(ctx: SignedInCtx, { check, ...phone }: CodeRequest): Promise<void> {
  const place = guardianPlace(ctx, phone);
  await deliverCode(ctx, { phone, knownDevice: null, check, place, send: sendGuardianText(ctx) });
}

/** Refuses a code that this guardian did not get for this learner. It works once. */
export async function spendGuardianCode(ctx: SignedInCtx, { code, ...phone }: Phone & { code: string }): Promise<void> {
  const place = guardianPlace(ctx, phone);
  const sent = await takeTry(ctx.db, { ...place, by: "stranger", now: ctx.clock.now() });
  const isRight = sent && (await isCodeOf(code, sent, ctx.codeHashCost));
  if (isRight && (await deleteCode(ctx.db, { ...place, hash: sent.hash }))) return;
  if (sent) await recordEvent(ctx, "code refused", ctx.learner.id);
  throw await codeRefusal(ctx, { number: place.number, by: "stranger" });
}

/** Where a code is kept until it is used: codes for different purposes do not mix. */
type CodePlace = { number: string; asker: Asker };

function guardianPlace({ learner }: SignedInCtx, phone: Phone): CodePlace {
  return { number: `guardian of ${learner.id} ${numberOf(phone)}`, asker: "stranger" };
}

type Delivery = {
  phone: Phone;
  knownDevice: string | null;
  check: string | undefined;
  place: CodePlace;
  send: SendText;
};

async function deliverCode(ctx: Ctx, { phone, knownDevice, check, place, send }: Delivery): Promise<void> {
  const now = ctx.clock.now();
  refuseTooSoon(await msUntilNextCode(ctx.db, { ...place, now }));
  const limits = await checkLimits(ctx, { phone, knownDevice, check });
  const code = newCode();
  const hashed = await hashCode(code, { cost: ctx.codeHashCost });
  if (!(await storeCode(ctx.db, { ...place, ...hashed, now }))) refuseTooSoon(resendAfterMs);
  try {
    await send(ctx, { to: numberOf(phone), code });
  } catch (error) {
    await deleteCode(ctx.db, { ...place, hash: hashed.hash });
    ctx.log.error({ requestId: ctx.requestId, err: error }, "a code was not sent");
    throw new Refusal("CODE_NOT_SENT");
  }
  await countSent(ctx, limits);
}

/** The hash of this device, if the number has been used on it before. */
async function findDevice(
  { db }: Ctx,
  { number, device }: { number: string; device?: string | undefined },
): Promise<string | null> {
  const hash = hashSecret(device ?? "");
  return device && (await isKnownDevice(db, { hash, number })) ? hash : null;
}

function refuseTooSoon(ms: number): void {
  if (ms > 0) throw new Refusal("CODE_TOO_SOON", { headers: { "retry-after": String(Math.ceil(ms / 1000)) } });
}

export const resendInSeconds = resendAfterMs / 1000;

type SendText = (ctx: Ctx, message: { to: string; code: string }) => Promise<void>;

const sendCodeText: SendText = (ctx, { to, code }) => sendSms(ctx, { to, template: "sign-in-code", values: { code } });

function sendGuardianText({ learner }: SignedInCtx): SendText {
  return (ctx, { to, code }) =>
    sendSms(ctx, { to, template: "guardian-code", values: { code, learner: fullName(learner) } });
}

type CodeProof = Phone & { code: string; device?: string | undefined };

/**
 * Exchanges a code for a ticket. The refusal says whether a code can still be tried, for every number alike. A phone may have got
 * two codes, when a stranger has asked for one too: either will do.
 */
export async function verifyCode(ctx: Ctx, { code, device, ...phone }: CodeProof): Promise<string> {
  const number = numberOf(phone);
  const now = ctx.clock.now();
  const by = (await findDevice(ctx, { number, device })) ? "device" : "stranger";
  const tries = ctx.counter("code.try", triesOfAddress);
  const address = `${number} ${ctx.address ?? "unknown"}`;
  if (by === "stranger" && (await tries.used(address)) >= triesOfAddress.points)
    throw new Refusal("TOO_MANY_REQUESTS", { headers: { "retry-after": String(triesOfAddress.seconds) } });
  const askers: Asker[] = by === "device" ? ["device", "stranger"] : ["stranger", "device"];
  let isGuess = false;
  for (const asker of askers) {
    const sent = await takeTry(ctx.db, { number, asker, by, now });
    if (!sent) continue;
    isGuess = true;
    if (!(await isCodeOf(code, sent, ctx.codeHashCost))) continue;
    const ticket = newSecret();
    const proof = { ...phone, asker, codeHash: sent.hash, ticketHash: hashSecret(ticket), now };
    if (await exchangeCode(ctx.db, proof)) return ticket;
  }
  if (by === "stranger") await tries.count(address);
  if (isGuess) await recordEvent(ctx, "code refused");
  throw await codeRefusal(ctx, { number, by });
}

async function codeRefusal({ db, clock }: Ctx, tried: { number: string; by: Asker }): Promise<Refusal> {
  const why = whyCodeRefused(await listCodes(db, tried), clock.now());
  if (why.reason === "expired") return new Refusal("CODE_EXPIRED");
  if (why.reason === "locked") return new Refusal("CODE_LOCKED");
  const tries = why.triesLeft === 1 ? "one try" : `${why.triesLeft} tries`;
  return new Refusal("WRONG_CODE", { fields: { code: `This code is wrong. You have ${tries} left.` } });
}

/** An address that guesses all the time has no tries left when the holder gets a code in a new browser. */
const triesOfAddress = { points: 8, seconds: 300 };

/** Refuses a ticket that is unknown, spent, expired or for another number. */
export async function readTicket({ db, clock }: Ctx, ticket: string, mobileNumber: string): Promise<Proven> {
  const proven = await findTicket(db, { hash: hashSecret(ticket), now: clock.now() });
  if (!proven || proven.mobileNumber !== mobileNumber) throw new Refusal("DEAD_TICKET");
  return proven;
}

/**
 * A stolen session is not enough: who takes data away, deletes it, or changes how the account is reached has just proven the
 * number with a code.
 */
export async function spendOwnTicket(ctx: SignedInCtx, ticket: string): Promise<void> {
  const { learnerId } = await readTicket(ctx, ticket, ctx.learner.mobileNumber);
  const spent = { hash: hashSecret(ticket), now: ctx.clock.now() };
  if (learnerId !== ctx.learner.id || !(await spendTicket(ctx.db, spent))) throw new Refusal("DEAD_TICKET");
}

type SignIn = { ticket: string; learnerId: string; number: string; device?: string | undefined };

/**
 * Spends the ticket. Returns the token of a new session, and the secret by which we know this browser again: a browser that
 * this number has not used before gets a new one.
 */
export async function signIn(
  { db, clock, userAgent }: Pick<Ctx, "db" | "clock" | "userAgent">,
  { ticket, learnerId, number, device }: SignIn,
): Promise<{ token: string; device: string; isNewDevice: boolean }> {
  const token = newSecret();
  const now = clock.now();
  const browser = describeBrowser(userAgent);
  const hashes = { ticketHash: hashSecret(ticket), sessionHash: hashSecret(token) };
  if (!(await openSession(db, { ...hashes, learnerId, browser, now }))) throw new Refusal("DEAD_TICKET");
  if (device && (await touchDevice(db, { hash: hashSecret(device), number, now })))
    return { token, device, isNewDevice: false };
  const fresh = newSecret();
  await addDevice(db, { hash: hashSecret(fresh), number, now });
  return { token, device: fresh, isNewDevice: true };
}
