import { Refusal } from "@shoreline/contract";
import { codeLifetimeMs, resendAfterMs } from "@shoreline/domain/account";
import type { Ctx } from "../../context.ts";
import { readInstitute } from "../site/queries.ts";
import {
  exchangeCode,
  findTicket,
  forgetCode,
  keepCode,
  msUntilNextCode,
  numberOf,
  openSession,
  type Phone,
  type Proven,
  takeTry,
} from "./queries.ts";
import { hashCode, hashSecret, isCodeOf, newCode, newSecret } from "./secrets.ts";

// A person needs one or two; whoever wants to annoy a stranger or to run up a bill gets no further.
const perNumber = [
  { name: "code.hour", points: 6, seconds: 3600 },
  { name: "code.day", points: 15, seconds: 86_400 },
];
const perDayOverall = { name: "code.all", points: 5000, seconds: 86_400 };

/** The same for every number: nobody learns here who is registered. */
export async function sendCode(ctx: Ctx, phone: Phone): Promise<void> {
  const number = numberOf(phone);
  const now = ctx.clock.now();
  refuseTooSoon(await msUntilNextCode(ctx.db, { number, now }));
  // Only what would be sent is counted: asking too soon uses nothing up.
  for (const { name, ...limit } of perNumber) await ctx.limit(name, limit, number);
  await ctx.limit(perDayOverall.name, perDayOverall, "all");
  const code = newCode();
  const hashed = await hashCode(code, { cost: ctx.codeHashCost });
  if (!(await keepCode(ctx.db, { number, ...hashed, now }))) refuseTooSoon(resendAfterMs);
  const { name } = await readInstitute(ctx.db);
  try {
    await ctx.sms.send({ to: number, text: codeText({ code, institute: name, publicUrl: ctx.publicUrl }) });
  } catch (error) {
    await forgetCode(ctx.db, { number, hash: hashed.hash });
    ctx.log.error({ requestId: ctx.requestId, err: error }, "a code was not sent");
    throw new Refusal("CODE_NOT_SENT");
  }
}

function refuseTooSoon(ms: number): void {
  if (ms > 0) throw new Refusal("CODE_TOO_SOON", { headers: { "retry-after": String(Math.ceil(ms / 1000)) } });
}

export const resendInSeconds = resendAfterMs / 1000;

/** The last line lets a phone offer the code to our page, and to no other (WebOTP). */
function codeText({ code, institute, publicUrl }: { code: string; institute: string; publicUrl: string }): string {
  const minutes = codeLifetimeMs / 60_000;
  return `${code} is your code for ${institute}. It is valid for ${minutes} minutes. Tell it to nobody.\n\n@${new URL(publicUrl).hostname} #${code}`;
}

/** A ticket for a code. Wrong, used up, too old or never sent: all the same to whoever tries. */
export async function verifyCode(ctx: Ctx, { code, ...phone }: Phone & { code: string }): Promise<string> {
  const number = numberOf(phone);
  const now = ctx.clock.now();
  const sent = await takeTry(ctx.db, { number, now });
  if (!sent || !(await isCodeOf(code, sent, ctx.codeHashCost))) throw new Refusal("WRONG_CODE");
  const ticket = newSecret();
  const { countryCode, mobileNumber } = phone;
  const proof = { countryCode, mobileNumber, codeHash: sent.hash, ticketHash: hashSecret(ticket), now };
  if (!(await exchangeCode(ctx.db, proof))) throw new Refusal("WRONG_CODE");
  return ticket;
}

/** A ticket for another number is none. */
export async function readTicket({ db, clock }: Ctx, ticket: string, mobileNumber: string): Promise<Proven> {
  const proven = await findTicket(db, { hash: hashSecret(ticket), now: clock.now() });
  if (!proven || proven.mobileNumber !== mobileNumber) throw new Refusal("DEAD_TICKET");
  return proven;
}

/** The token of a new session, for which the ticket is spent. */
export async function signIn(
  { db, clock }: Pick<Ctx, "db" | "clock">,
  { ticket, learnerId }: { ticket: string; learnerId: string },
): Promise<string> {
  const token = newSecret();
  const hashes = { ticketHash: hashSecret(ticket), sessionHash: hashSecret(token) };
  if (!(await openSession(db, { ...hashes, learnerId, now: clock.now() }))) throw new Refusal("DEAD_TICKET");
  return token;
}
