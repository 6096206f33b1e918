import { type Guardian, Refusal } from "@shoreline/contract";
import { isYounger } from "@shoreline/domain/account";
import { wallTime } from "@shoreline/domain/zone";
import { eq, sql } from "drizzle-orm";
import type { SignedInCtx } from "../../context.ts";
import { prepared } from "../../db/connect.ts";
import { guardian } from "../../db/tables/account.ts";
import { recordEvent } from "../../events.ts";
import { currentPolicy, readInstitute } from "../site/queries.ts";
import { numberOf, type Phone } from "./queries.ts";
import { spendGuardianCode } from "./sign-in.ts";

type Needed = Pick<SignedInCtx, "db" | "clock" | "learner">;

/** Call this before a learner pays. */
export async function refuseWithoutGuardian(ctx: Needed): Promise<void> {
  if ((await readGuardian(ctx)).isNeeded) throw new Refusal("GUARDIAN_NEEDED");
}

/** Who is under age does not become older by an edit: a date that was wrong is corrected by staff. */
export async function refuseToAge(ctx: Needed, dateOfBirth: string): Promise<void> {
  if ((await isUnderAge(ctx, ctx.learner.dateOfBirth)) && !(await isUnderAge(ctx, dateOfBirth)))
    throw new Refusal("INVALID_INPUT", { fields: { dateOfBirth: "Please call us to correct your date of birth" } });
}

async function isUnderAge({ db, clock }: Needed, dateOfBirth: string | null): Promise<boolean> {
  const { guardianBelowAge: age, timeZone } = await readInstitute(db);
  if (!age || !dateOfBirth) return false;
  const { year, month, day } = wallTime(clock.now(), timeZone);
  const today = new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10);
  return isYounger({ dateOfBirth, age, today });
}

const guardianOf = prepared((db) =>
  db
    .select()
    .from(guardian)
    .where(eq(guardian.learnerId, sql.placeholder("learnerId")))
    .prepare("account_guardian"),
);

export async function readGuardian(ctx: Needed): Promise<Guardian> {
  const { db, learner } = ctx;
  const [named] = await guardianOf(db, { learnerId: learner.id });
  return {
    isNeeded: !named && (await isUnderAge(ctx, learner.dateOfBirth)),
    fullName: named?.fullName ?? null,
    number: named?.number ?? null,
  };
}

/** The code proves that the guardian has got the message on their own phone, which says what it means. */
export async function setGuardian(
  ctx: SignedInCtx,
  { fullName, code, ...phone }: Phone & { fullName: string; code: string },
): Promise<Guardian> {
  const { db, learner, clock } = ctx;
  const number = numberOf(phone);
  if (number === numberOf(learner))
    throw new Refusal("INVALID_INPUT", { fields: { mobileNumber: "This is your own number" } });
  await spendGuardianCode(ctx, { ...phone, code });
  const named = { fullName, number, consentedTo: await currentPolicy(db), confirmedAt: clock.now() };
  await db
    .insert(guardian)
    .values({ learnerId: learner.id, ...named })
    .onConflictDoUpdate({ target: guardian.learnerId, set: named });
  await recordEvent(ctx, "guardian named", learner.id);
  return readGuardian(ctx);
}
