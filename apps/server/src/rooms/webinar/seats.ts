import { randomBytes } from "node:crypto";
import { type Api, type ParsedInput, Refusal, type Registrant } from "@shoreline/contract";
import { type Closed, holdMs, seatsLeft, whyClosed } from "@shoreline/domain/webinar";
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
  keepHold,
  lockWebinar,
  maySendLink,
  type SeatRow,
  type WebinarRow,
} from "./queries.ts";
import { timesOf } from "./wire.ts";

const refusals = {
  cancelled: "WEBINAR_CANCELLED",
  started: "WEBINAR_STARTED",
  full: "WEBINAR_FULL",
} as const satisfies Record<Closed, string>;

type Wanted = { webinarId: string; email: string; now: Date };

/** In a transaction: holds the webinar, and refuses where nobody can register any more. */
export async function openForRegistration(tx: Db, wanted: Wanted): Promise<WebinarRow> {
  const locked = await lockWebinar(tx, wanted);
  if (!locked) throw new Refusal("UNKNOWN_WEBINAR");
  const { webinar, taken, held } = locked;
  const left = seatsLeft({ seats: webinar.seats, taken, held });
  const why = whyClosed(timesOf(webinar), { left, now: wanted.now });
  if (why) throw new Refusal(refusals[why]);
  return webinar;
}

/** Keeps a seat while somebody pays for it. */
export async function holdSeat(db: Db, wanted: Wanted): Promise<void> {
  const { webinarId, email, now } = wanted;
  await db.transaction(async (tx) => {
    await openForRegistration(tx, wanted);
    await keepHold(tx, { webinarId, email, expiresAt: new Date(now.getTime() + holdMs) });
  });
}

type Form = ParsedInput<Api["webinar"]["register"]>;
/** What a seat stores of the form. An order knows only the registrant. */
type Registration = Registrant & Partial<Omit<Form, "webinar" | keyof Proof>>;

type Taking = {
  webinar: WebinarRow;
  registration: Registration;
  now: Date;
  publicUrl: string;
  orderId?: string;
};

/** In a transaction that holds the webinar: the seat and its confirmation. Null when the address has one already. */
export async function takeSeat(
  tx: Db,
  { webinar, registration, now, publicUrl, orderId }: Taking,
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
  const letter = { seat, webinar, institute: await readInstitute(tx), publicUrl };
  await enqueue(tx, sendMail, confirmationMail(letter));
  return seat;
}

/** To the address itself and nobody else, and not more often than every quarter of an hour. True when it is sent now. */
export async function sendLinkAgain({ db, clock, publicUrl }: Deps, seatId: string): Promise<boolean> {
  return db.transaction(async (tx) => {
    if (!(await maySendLink(tx, { seatId, now: clock.now() }))) return false;
    const found = await findSeatById(tx, seatId);
    if (!found) return false;
    const letter = { ...found, institute: await readInstitute(tx), publicUrl };
    await enqueue(tx, sendMail, confirmationMail(letter));
    return true;
  });
}
