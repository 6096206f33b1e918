import { type Guardian, Refusal } from "@shoreline/contract";
import { isYounger } from "@shoreline/domain/account";
import { wallTime } from "@shoreline/domain/zone";
import { eq } from "drizzle-orm";
import type { SignedInCtx } from "../../context.ts";
import { guardian } from "../../db/tables/account.ts";
import { currentPolicy, readInstitute } from "../site/queries.ts";
import { numberOf, type Phone, spendTicket } from "./queries.ts";
import { hashSecret } from "./secrets.ts";
import { readTicket } from "./sign-in.ts";

/** Call this before a learner pays. */
export async function refuseWithoutGuardian(ctx: Pick<SignedInCtx, "db" | "clock" | "learner">): Promise<void> {
  if ((await readGuardian(ctx)).isNeeded) throw new Refusal("GUARDIAN_NEEDED");
}

export async function readGuardian({
  db,
  clock,
  learner,
}: Pick<SignedInCtx, "db" | "clock" | "learner">): Promise<Guardian> {
  const { guardianBelowAge: age, timeZone } = await readInstitute(db);
  if (!age) return { isNeeded: false, fullName: null, number: null };
  const [named] = await db.select().from(guardian).where(eq(guardian.learnerId, learner.id));
  const { year, month, day } = wallTime(clock.now(), timeZone);
  const today = new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10);
  return {
    isNeeded: !named && isYounger({ dateOfBirth: learner.dateOfBirth, age, today }),
    fullName: named?.fullName ?? null,
    number: named?.number ?? null,
  };
}

/** The ticket proves that the guardian has got the code on their own phone, with a message that says what it means. */
export async function setGuardian(
  ctx: SignedInCtx,
  { fullName, ticket, ...phone }: Phone & { fullName: string; ticket: string },
): Promise<Guardian> {
  const { learner, clock } = ctx;
  const number = numberOf(phone);
  if (number === numberOf(learner))
    throw new Refusal("INVALID_INPUT", { fields: { mobileNumber: "This is your own number" } });
  const proven = await readTicket(ctx, ticket, phone.mobileNumber);
  if (numberOf(proven) !== number) throw new Refusal("DEAD_TICKET");
  await ctx.db.transaction(async (db) => {
    const now = clock.now();
    if (!(await spendTicket(db, { hash: hashSecret(ticket), now }))) throw new Refusal("DEAD_TICKET");
    const named = { fullName, number, consentedTo: await currentPolicy(db), confirmedAt: now };
    await db
      .insert(guardian)
      .values({ learnerId: learner.id, ...named })
      .onConflictDoUpdate({ target: guardian.learnerId, set: named });
  });
  return readGuardian(ctx);
}
