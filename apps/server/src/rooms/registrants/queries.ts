import { Refusal, type StaffRegistrant, type StaffWebinar } from "@shoreline/contract";
import { fullNumber } from "@shoreline/domain/inbox";
import { type Attendance, stateOf, webinarEndsAt } from "@shoreline/domain/webinar";
import { and, desc, eq, ilike, isNotNull, or, type SQL, sql } from "drizzle-orm";
import { isWellFormed } from "../../content/well-formed.ts";
import type { StaffCtx } from "../../context.ts";
import type { Db } from "../../db/connect.ts";
import { cutPage, inTime, isBefore } from "../../db/cursor.ts";
import { isOurTime } from "../../db/our-time.ts";
import { leadEvent } from "../../db/tables/inbox.ts";
import { webinar, webinarSeat } from "../../db/tables/webinar.ts";
import { findWebinarById, type WebinarRow } from "../webinar/queries.ts";
import { webinarShape } from "../webinar/shapes.ts";
import { timesOf } from "../webinar/wire.ts";
import { attendanceSql, countSeats, type Figures, figuresOf, type Past } from "./count.ts";

const webinarsAtOnce = 25;
const registrantsAtOnce = 100;

export async function listStaffWebinars({ db, clock }: StaffCtx, { after }: { after?: string | undefined }) {
  const now = clock.now();
  const byStart = inTime(sql`${webinar.startAt}`);
  const rows = await db
    .select({ webinar, id: webinar.id, key: byStart.key })
    .from(webinar)
    .where(and(isOurTime(webinar.startAt), after ? isBefore(byStart, webinar.id, after) : undefined))
    .orderBy(desc(webinar.startAt), desc(webinar.id))
    .limit(webinarsAtOnce + 1);
  const { page, next } = cutPage(rows, webinarsAtOnce);
  const ids = page.map(({ id }) => id);
  // The list shows who attended, which does not depend on the clock.
  const counted = ids.length > 0 ? await countSeats(db, ids, { isPast: false }) : [];
  return {
    webinars: page.map((row) => {
      const own = counted.filter(({ webinarId }) => webinarId === row.id);
      return toStaffWebinar(row.webinar, figuresOf(own), now);
    }),
    next,
  };
}

export async function readStaffWebinar({ db, log }: Pick<StaffCtx, "db" | "log">, id: string): Promise<WebinarRow> {
  const found = await findWebinarById(db, id);
  if (!found || !isWellFormed(log, webinarShape, found)) throw new Refusal("UNKNOWN_WEBINAR");
  return found;
}

/** One that is marked complete and to which nobody came was cancelled: its row says no more, and nobody has missed it. */
export async function hasTakenPlace(db: Db, row: WebinarRow, now: Date): Promise<boolean> {
  if (now < row.startAt || stateOf(timesOf(row), now) !== "over") return false;
  return !row.isComplete || (await hasVisitors(db, row.id));
}

async function hasVisitors(db: Db, webinarId: string): Promise<boolean> {
  const hasCome = or(isNotNull(webinarSeat.joinedAt), webinarSeat.attended);
  const found = await db
    .select({ id: webinarSeat.id })
    .from(webinarSeat)
    .where(and(eq(webinarSeat.webinarId, webinarId), isNotNull(webinarSeat.confirmedAt), hasCome))
    .limit(1);
  return found.length > 0;
}

export function toStaffWebinar(
  row: WebinarRow,
  { registered, unconfirmed, attended }: Pick<Figures, "registered" | "unconfirmed" | "attended">,
  now: Date,
): StaffWebinar {
  const times = timesOf(row);
  return {
    ...{ webinarId: row.id, title: row.title, course: row.course, seats: row.seats },
    startsAt: row.startAt.toISOString(),
    endsAt: webinarEndsAt(times).toISOString(),
    state: stateOf(times, now),
    hasLink: row.meetingUrl !== "",
    ...{ registered, unconfirmed, attended },
  };
}

type Wanted = Past & {
  webinarId: string;
  attendance?: Attendance | undefined;
  words?: string | undefined;
  after?: string | undefined;
};

export async function listRegistrants(db: Db, wanted: Wanted) {
  const { webinarId, attendance, words, after } = wanted;
  const byTime = inTime(sql`${webinarSeat.takenAt}`);
  const attendanceNow = attendanceSql(wanted);
  const rows = await db
    .select({
      ...{ seat: webinarSeat, id: webinarSeat.id, key: byTime.key },
      ...{ attendance: attendanceNow, leadId: leadEvent.leadId },
    })
    .from(webinarSeat)
    .leftJoin(leadEvent, isOfSeat)
    .where(
      and(
        eq(webinarSeat.webinarId, webinarId),
        attendance ? sql`${attendanceNow} = ${attendance}` : undefined,
        words ? contains(words) : undefined,
        after ? isBefore(byTime, webinarSeat.id, after) : undefined,
      ),
    )
    .orderBy(desc(webinarSeat.takenAt), desc(webinarSeat.id))
    .limit(registrantsAtOnce + 1);
  const { page, next } = cutPage(rows, registrantsAtOnce);
  return { registrants: page.map(toRegistrant), next };
}

/** The line of a lead's history that came from the seat. It moves along when leads are merged. */
export const isOfSeat = sql`${leadEvent.sourceRow} = 'webinar_seat ' || ${webinarSeat.id}::text`;

/** A part of the name, the address or the number, which may have spaces and a country code. */
function contains(words: string): SQL | undefined {
  const part = (text: string) => `%${text.replace(/[\\%_]/g, "\\$&")}%`;
  const digits = words.replace(/[\s()+-]/g, "");
  return or(
    ilike(webinarSeat.username, part(words)),
    ilike(webinarSeat.email, part(words)),
    /^\d+$/.test(digits) ? ilike(webinarSeat.mobileNumber, part(digits.slice(-10))) : undefined,
  );
}

type Seat = {
  seat: typeof webinarSeat.$inferSelect;
  attendance: Attendance;
  leadId: string | null;
};

function toRegistrant({ seat, attendance, leadId }: Seat): StaffRegistrant {
  return {
    ...{ seatId: seat.id, name: seat.username, email: seat.email, attendance, leadId },
    number: fullNumber(seat.mobileNumber) ?? seat.mobileNumber,
    takenAt: seat.takenAt.toISOString(),
    isConfirmed: seat.confirmedAt !== null,
    isPaid: seat.orderId !== null,
    joinedAt: seat.joinedAt?.toISOString() ?? null,
    isUnsubscribed: seat.unsubscribedAt !== null,
  };
}
