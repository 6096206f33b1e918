import { createHash, randomBytes } from "node:crypto";
import { type Api, type ParsedInput, Refusal, type Registrant } from "@shoreline/contract";
import type { FirstVisit } from "@shoreline/domain/first-visit";
import {
  type Closed,
  maxSeatHoldsPerHour,
  seatHoldMs,
  seatsLeft,
  whyClosed,
  whySeatRefused,
} from "@shoreline/domain/webinar";
import type { Ctx, Deps, SignedIn } from "../../context.ts";
import type { Db } from "../../db/connect.ts";
import { enqueue } from "../../jobs/queue.ts";
import { sendMail } from "../../mail.ts";
import type { Proof } from "../payment/proof.ts";
import { currentPolicy } from "../site/queries.ts";
import { confirmationMail, linkMail } from "./mails.ts";
import {
  addHold,
  addSeat,
  confirmSeat,
  countHolds,
  dropUnconfirmed,
  endHold,
  findSeatById,
  lockWebinar,
  maySendLink,
  type SeatRow,
  type WebinarRow,
} from "./queries.ts";
import { readSeat } from "./read.ts";
import { timesOf } from "./wire.ts";

const refusals = {
  cancelled: "WEBINAR_CANCELLED",
  started: "WEBINAR_STARTED",
  over: "WEBINAR_STARTED",
  full: "WEBINAR_FULL",
} as const satisfies Record<Closed | "over", string>;

type SeatRequest = { webinarId: string; email: string; now: Date };

/** Call this in a transaction: it locks the webinar, and refuses when registration is closed. */
export async function openForRegistration(tx: Db, request: SeatRequest): Promise<WebinarRow & { taken: number }> {
  const locked = await lockWebinar(tx, request);
  if (!locked) throw new Refusal("UNKNOWN_WEBINAR");
  const { webinar, taken, held } = locked;
  const left = seatsLeft({ seats: webinar.seats, taken, held });
  const why = whyClosed(timesOf(webinar), { left, now: request.now });
  if (why) throw new Refusal(refusals[why]);
  return { ...webinar, taken };
}

/**
 * Holds a seat while somebody pays for it. A network address, or a learner, gets a few holds an hour and no more than there are free
 * seats, and a mail address one: else one script could keep everybody else away. Others may still pay: they get a seat while one is left.
 */
export async function holdSeat(ctx: Ctx & Partial<SignedIn>, request: SeatRequest): Promise<void> {
  const { webinarId, email, now } = request;
  const holder = hashOf(`${webinarId} ${ctx.learner?.id ?? ctx.address ?? "unknown"}`);
  await ctx.db.transaction(async (tx) => {
    const { seats, taken } = await openForRegistration(tx, request);
    const most = Math.min(maxSeatHoldsPerHour, seats === null ? maxSeatHoldsPerHour : seats - taken);
    if ((await countHolds(tx, { webinarId, holder, now })) >= most) return;
    await addHold(tx, { webinarId, email, holder, heldAt: now, expiresAt: new Date(now.getTime() + seatHoldMs) });
  });
}

const hashOf = (text: string) => createHash("sha256").update(text).digest("base64url");

type Form = ParsedInput<Api["webinar"]["register"]>;
/** What a seat stores of the form. An order knows only the registrant. */
type Registration = Registrant & Partial<Omit<Form, "webinar" | keyof Proof>> & { firstVisit: FirstVisit | null };

type NewSeat = {
  webinar: WebinarRow;
  registration: Registration;
  now: Date;
  orderId?: string;
  learnerId?: string;
};

/**
 * Call this in a transaction that locks the webinar. Adds the seat: confirmed when it is paid or a learner's, otherwise with a
 * mail that asks for confirmation. Null when the address already has a seat.
 */
export async function takeSeat(
  tx: Db,
  { webinar, registration, now, orderId, learnerId }: NewSeat,
): Promise<SeatRow | null> {
  if (orderId || learnerId) await dropUnconfirmed(tx, { webinarId: webinar.id, email: registration.email });
  const seat = await addSeat(tx, {
    ...registration,
    orderId,
    learnerId,
    confirmedAt: orderId || learnerId ? now : null,
    webinarId: webinar.id,
    joinId: randomBytes(16).toString("base64url"),
    consentedTo: await currentPolicy(tx),
    takenAt: now,
    startsAt: webinar.startAt,
    linkSentAt: now,
  });
  await endHold(tx, { webinarId: webinar.id, email: registration.email });
  if (!seat) return null;
  await enqueue(tx, sendMail, linkMail({ seat, webinar }));
  return seat;
}

/** Confirms a seat by the link in the mail, if one is still free. A second call changes nothing. */
export async function confirmByLink(ctx: Ctx, joinId: string): Promise<void> {
  const { db, clock } = ctx;
  const found = await readSeat(ctx, joinId);
  if (found.seat.confirmedAt) return;
  await db.transaction(async (tx) => {
    const now = clock.now();
    const locked = await lockWebinar(tx, { webinarId: found.webinar.id, email: found.seat.email, now });
    // It may have lapsed, or given way to a payment, while we waited.
    const seat = await findSeatById(tx, found.seat.id);
    if (!locked || !seat) throw new Refusal("UNKNOWN_SEAT");
    if (seat.seat.confirmedAt) return;
    const { webinar, taken, held } = locked;
    if (webinar.priceInPaise > 0) throw new Refusal("PAYMENT_REQUIRED");
    const why = whySeatRefused(timesOf(webinar), { left: seatsLeft({ seats: webinar.seats, taken, held }), now });
    if (why) throw new Refusal(refusals[why]);
    await confirmSeat(tx, { seatId: seat.seat.id, startsAt: webinar.startAt, now });
    await enqueue(tx, sendMail, confirmationMail({ seat: seat.seat, webinar }));
  });
}

/** Sends the link to the address of the seat, at most every 15 minutes. True when it is sent now. */
export async function sendLinkAgain({ db, clock }: Deps, seatId: string): Promise<boolean> {
  return db.transaction(async (tx) => {
    if (!(await maySendLink(tx, { seatId, now: clock.now() }))) return false;
    const found = await findSeatById(tx, seatId);
    if (!found) return false;
    await enqueue(tx, sendMail, linkMail(found));
    return true;
  });
}
