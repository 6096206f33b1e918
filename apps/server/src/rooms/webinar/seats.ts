import { randomBytes } from "node:crypto";
import { type Api, type ParsedInput, Refusal, type Registrant } from "@shoreline/contract";
import { type Closed, seatHoldMs, seatsLeft, whyClosed } from "@shoreline/domain/webinar";
import type { Deps } from "../../context.ts";
import type { Db } from "../../db/connect.ts";
import { enqueue } from "../../jobs/queue.ts";
import { sendMail } from "../../mail.ts";
import type { Proof } from "../payment/proof.ts";
import { currentPolicy, readInstitute } from "../site/queries.ts";
import { confirmationMail } from "./mails.ts";
import {
  addSeat,
  endHold,
  findSeatById,
  lockWebinar,
  maySendLink,
  type SeatRow,
  storeHold,
  type WebinarRow,
} from "./queries.ts";
import { timesOf } from "./wire.ts";

const refusals = {
  cancelled: "WEBINAR_CANCELLED",
  started: "WEBINAR_STARTED",
  full: "WEBINAR_FULL",
} as const satisfies Record<Closed, string>;

type SeatRequest = { webinarId: string; email: string; now: Date };

/** Call this in a transaction: it locks the webinar, and refuses when registration is closed. */
export async function openForRegistration(tx: Db, request: SeatRequest): Promise<WebinarRow> {
  const locked = await lockWebinar(tx, request);
  if (!locked) throw new Refusal("UNKNOWN_WEBINAR");
  const { webinar, taken, held } = locked;
  const left = seatsLeft({ seats: webinar.seats, taken, held });
  const why = whyClosed(timesOf(webinar), { left, now: request.now });
  if (why) throw new Refusal(refusals[why]);
  return webinar;
}

/** Holds a seat while somebody pays for it. */
export async function holdSeat(db: Db, request: SeatRequest): Promise<void> {
  const { webinarId, email, now } = request;
  await db.transaction(async (tx) => {
    await openForRegistration(tx, request);
    await storeHold(tx, { webinarId, email, expiresAt: new Date(now.getTime() + seatHoldMs) });
  });
}

type Form = ParsedInput<Api["webinar"]["register"]>;
/** What a seat stores of the form. An order knows only the registrant. */
type Registration = Registrant & Partial<Omit<Form, "webinar" | keyof Proof>>;

type NewSeat = {
  webinar: WebinarRow;
  registration: Registration;
  now: Date;
  publicUrl: string;
  orderId?: string;
};

/**
 * Call this in a transaction that locks the webinar. Adds the seat and sends its confirmation. Null when the address already
 * has a seat.
 */
export async function takeSeat(
  tx: Db,
  { webinar, registration, now, publicUrl, orderId }: NewSeat,
): Promise<SeatRow | null> {
  const seat = await addSeat(tx, {
    ...registration,
    orderId,
    webinarId: webinar.id,
    joinId: randomBytes(16).toString("base64url"),
    consentedTo: await currentPolicy(tx),
    takenAt: now,
    startsAt: webinar.startAt,
    linkSentAt: now,
  });
  await endHold(tx, { webinarId: webinar.id, email: registration.email });
  if (!seat) return null;
  const context = { seat, webinar, institute: await readInstitute(tx), publicUrl };
  await enqueue(tx, sendMail, confirmationMail(context));
  return seat;
}

/** Sends the link to the address of the seat, at most every 15 minutes. True when it is sent now. */
export async function sendLinkAgain({ db, clock, publicUrl }: Deps, seatId: string): Promise<boolean> {
  return db.transaction(async (tx) => {
    if (!(await maySendLink(tx, { seatId, now: clock.now() }))) return false;
    const found = await findSeatById(tx, seatId);
    if (!found) return false;
    const context = { ...found, institute: await readInstitute(tx), publicUrl };
    await enqueue(tx, sendMail, confirmationMail(context));
    return true;
  });
}
