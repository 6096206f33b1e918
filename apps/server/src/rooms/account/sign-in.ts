import { Refusal } from "@shoreline/contract";
import { codeLifetimeMs, describeBrowser, resendAfterMs } from "@shoreline/domain/account";
import type { Ctx } from "../../context.ts";
import { recordEvent } from "../../events.ts";
import { readInstitute } from "../site/queries.ts";
import { checkLimits, countSent } from "./code-limits.ts";
import {
  addDevice,
  deleteCode,
  exchangeCode,
  findTicket,
  msUntilNextCode,
  numberOf,
  openSession,
  type Phone,
  type Proven,
  storeCode,
  takeTry,
  touchDevice,
} from "./queries.ts";
import { hashCode, hashSecret, isCodeOf, newCode, newSecret } from "./secrets.ts";

type CodeRequest = Phone & { device?: string | undefined; check?: string | undefined; isForGuardian?: boolean };

/** Answers the same for every number, so that nobody learns who is registered. */
export async function sendCode(ctx: Ctx, { device, check, isForGuardian, ...phone }: CodeRequest): Promise<void> {
  const number = numberOf(phone);
  const now = ctx.clock.now();
  refuseTooSoon(await msUntilNextCode(ctx.db, { number, now }));
  const limits = await checkLimits(ctx, { phone, device, check });
  const code = newCode();
  const hashed = await hashCode(code, { cost: ctx.codeHashCost });
  if (!(await storeCode(ctx.db, { number, ...hashed, now }))) refuseTooSoon(resendAfterMs);
  const { name } = await readInstitute(ctx.db);
  const text = isForGuardian ? guardianText : codeText;
  try {
    await ctx.sms.send({ to: number, text: text({ code, institute: name, publicUrl: ctx.publicUrl }) });
  } catch (error) {
    await deleteCode(ctx.db, { number, hash: hashed.hash });
    ctx.log.error({ requestId: ctx.requestId, err: error }, "a code was not sent");
    throw new Refusal("CODE_NOT_SENT");
  }
  await countSent(ctx, limits);
}

function refuseTooSoon(ms: number): void {
  if (ms > 0) throw new Refusal("CODE_TOO_SOON", { headers: { "retry-after": String(Math.ceil(ms / 1000)) } });
}

export const resendInSeconds = resendAfterMs / 1000;

type CodeText = { code: string; institute: string; publicUrl: string };

function guardianText({ code, institute, publicUrl }: CodeText): string {
  return `${code} is the code by which you, as parent or guardian, agree that a learner under age studies and pays at ${institute}. Share it only if you agree. Our privacy policy: ${publicUrl}/privacy-policy`;
}

/** The last line lets a phone fill in the code on our page only (WebOTP). */
function codeText({ code, institute, publicUrl }: CodeText): string {
  const minutes = codeLifetimeMs / 60_000;
  return `${code} is your code for ${institute}. It is valid for ${minutes} minutes. Do not share it with anyone.\n\n@${new URL(publicUrl).hostname} #${code}`;
}

/** Exchanges a code for a ticket. The refusal is the same for a wrong, used, expired or missing code. */
export async function verifyCode(ctx: Ctx, { code, ...phone }: Phone & { code: string }): Promise<string> {
  const number = numberOf(phone);
  const now = ctx.clock.now();
  const sent = await takeTry(ctx.db, { number, now });
  if (!sent) throw new Refusal("WRONG_CODE");
  if (!(await isCodeOf(code, sent, ctx.codeHashCost))) {
    await recordEvent(ctx, "code refused");
    throw new Refusal("WRONG_CODE");
  }
  const ticket = newSecret();
  const { countryCode, mobileNumber } = phone;
  const proof = { countryCode, mobileNumber, codeHash: sent.hash, ticketHash: hashSecret(ticket), now };
  if (!(await exchangeCode(ctx.db, proof))) throw new Refusal("WRONG_CODE");
  return ticket;
}

/** Refuses a ticket that is unknown, spent, expired or for another number. */
export async function readTicket({ db, clock }: Ctx, ticket: string, mobileNumber: string): Promise<Proven> {
  const proven = await findTicket(db, { hash: hashSecret(ticket), now: clock.now() });
  if (!proven || proven.mobileNumber !== mobileNumber) throw new Refusal("DEAD_TICKET");
  return proven;
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
