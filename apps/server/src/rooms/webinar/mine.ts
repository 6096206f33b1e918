import { Refusal } from "@shoreline/contract";
import { defaultCountryCode } from "@shoreline/domain/text";
import { stateOf } from "@shoreline/domain/webinar";
import { and, asc, eq, gt, or, type Placeholder, sql } from "drizzle-orm";
import { isWellFormed } from "../../content/well-formed.ts";
import type { SignedInCtx } from "../../context.ts";
import { prepared } from "../../db/connect.ts";
import { webinar, webinarSeat } from "../../db/tables/webinar.ts";
import { sendLinkAgain } from "./seats.ts";
import { webinarShape } from "./shapes.ts";
import { timesOf, toWebinarCard } from "./wire.ts";

const recordedForMs = 30 * 86_400_000;

/**
 * Seats of the learner or of the verified number come with their link. The mail address of an account is not verified: a seat
 * that only shares it comes without, and its link goes to that address.
 */
export async function listOwnSeats({ db, log, clock, learner }: SignedInCtx) {
  const now = clock.now();
  const since = new Date(now.getTime() - recordedForMs);
  const rows = await ownSeats(db, { ...holderOf(learner), since });
  const seats = rows
    .filter((row) => isWellFormed(log, webinarShape, row.webinar))
    .filter((row) => row.webinar.recordingUrl !== "" || stateOf(timesOf(row.webinar), now) !== "over")
    .map(({ seat, webinar }) => ({
      seatId: seat.id,
      userId: seat.confirmedAt && isProven(seat, learner) ? seat.joinId : null,
      webinar: toWebinarCard(webinar),
    }));
  const withLink = new Set(seats.filter(({ userId }) => userId).map((seat) => seat.webinar._id));
  return {
    now: now.toISOString(),
    seats: seats.filter(({ userId, webinar }) => userId !== null || !withLink.has(webinar._id)),
  };
}

/** The answer is the same when the link was sent a moment ago. */
export async function sendOwnLink(ctx: SignedInCtx, { seatId }: { seatId: string }) {
  const [seat] = await ctx.db
    .select({ id: webinarSeat.id })
    .from(webinarSeat)
    .where(and(eq(sql`${webinarSeat.id}::text`, seatId), isOwn(holderOf(ctx.learner))));
  if (!seat) throw new Refusal("UNKNOWN_SEAT");
  await sendLinkAgain(ctx, seat.id);
  return { message: "The link is on its way to the e-mail address of this seat." };
}

type Learner = SignedInCtx["learner"];
type Seat = Pick<typeof webinarSeat.$inferSelect, "learnerId" | "mobileNumber">;

/** A seat has its number without a country code: it is one of ours. */
function isProven({ learnerId, mobileNumber }: Seat, learner: Learner): boolean {
  return (
    learnerId === learner.id || (learner.countryCode === defaultCountryCode && mobileNumber === learner.mobileNumber)
  );
}

type Holder = { learnerId: string; number: string | null; email: string };

function holderOf({ id, countryCode, mobileNumber, email }: Learner): Holder {
  return { learnerId: id, number: countryCode === defaultCountryCode ? mobileNumber : null, email };
}

function isOwn({ learnerId, number, email }: { [Field in keyof Holder]: Holder[Field] | Placeholder }) {
  return or(
    eq(webinarSeat.learnerId, learnerId),
    sql`${webinarSeat.mobileNumber} = ${number}::text`,
    sql`lower(${webinarSeat.email}) = lower(${email})`,
  );
}

const ownSeats = prepared((db) => {
  const { placeholder } = sql;
  const holder = { learnerId: placeholder("learnerId"), number: placeholder("number"), email: placeholder("email") };
  return db
    .select({ seat: webinarSeat, webinar })
    .from(webinarSeat)
    .innerJoin(webinar, eq(webinar.id, webinarSeat.webinarId))
    .where(and(isOwn(holder), gt(webinar.startAt, placeholder("since"))))
    .orderBy(asc(webinar.startAt), asc(webinarSeat.id))
    .prepare("webinar_mine");
});
