import { dueReminder, lateNoticeMs, type WebinarNoticeKind } from "@shoreline/domain/webinar";
import { and, asc, eq, gt, isNotNull, type SQL, sql } from "drizzle-orm";
import type { Deps } from "../../context.ts";
import { anyOf } from "../../db/any-of.ts";
import type { Db } from "../../db/connect.ts";
import { isOurTime } from "../../db/our-time.ts";
import { webinar, webinarSeat } from "../../db/tables/webinar.ts";
import { enqueueAll } from "../../jobs/queue.ts";
import { sendMail } from "../../mail.ts";
import { composed, inSteps, rowsPerStep } from "../../steps.ts";
import { flagSettled } from "../payment/settle.ts";
import { noticeMail } from "./mails.ts";
import { findWebinarById, type SeatRow, type WebinarRow } from "./queries.ts";

/**
 * Notifies everybody with a seat of webinars that start soon, were moved or are cancelled. Each notice is sent once, however
 * many processes run this.
 */
export async function sendNotices(deps: Deps): Promise<void> {
  const { db, clock, log } = deps;
  const now = clock.now();
  const since = new Date(now.getTime() - lateNoticeMs);
  const current = await db
    .select({ id: webinar.id })
    .from(webinar)
    .where(and(gt(webinar.startAt, since), isOurTime(webinar.startAt)))
    .orderBy(asc(webinar.startAt));
  if (current.length === 0) return;
  for (const { id } of current)
    await inSteps((after: Due | undefined) =>
      db.transaction(async (tx) => {
        const about = await findWebinarById(tx, id);
        if (!about) return [];
        const notify = about.isComplete ? notifyOfCancellation : notifyOfTime;
        return notify(tx, { now, log, webinar: about, after });
      }),
    );
}

/** A seat that is due for a notice. `place` is its place in the order of the seats. */
type Due = { seat: SeatRow; place: string };
type Step = { webinar: WebinarRow; now: Date; log: Deps["log"]; after: Due | undefined };

/** A cancellation goes to every confirmed seat, with the start that its registrant knows. */
async function notifyOfCancellation(tx: Db, step: Step): Promise<Due[]> {
  const notice = { kind: "cancelled" as const, startsAt: sql`webinar_seat.starts_at` };
  const due = await listDue(tx, step, isNew(notice));
  const mails = composeMails(due, step, () => ({ kind: "cancelled" }));
  const marked = await markSeats(tx, idsOf(mails), notice);
  const fresh = mails.filter(({ seat }) => marked.has(seat.id));
  await enqueueMails(tx, fresh);
  // Staff decide about the money. The mail has notified the payer.
  const orderIds = fresh.flatMap(({ seat }) => seat.orderId ?? []);
  await flagSettled(tx, orderIds, { reason: "for a webinar that was cancelled", now: step.now, isPayerNotified: true });
  return due;
}

/**
 * A new time goes to every confirmed seat, even to those without reminders: `starts_at` is the last time that a seat was notified
 * of. A seat that gets a mail about a new time needs no reminder in the same run.
 */
async function notifyOfTime(tx: Db, step: Step): Promise<Due[]> {
  const { startAt } = step.webinar;
  const startsAt = sql`${startAt.toISOString()}::timestamptz`;
  const isMoved = sql`webinar_seat.starts_at <> ${startsAt}`;
  const reminder = dueReminder({ startAt, now: step.now });
  const notice = reminder && { kind: reminder.kind, startsAt };
  const due = await listDue(tx, step, notice ? sql`(${isMoved} or ${isAwaiting(notice, reminder.since)})` : isMoved);
  const mails = composeMails(due, step, (seat) =>
    notice && seat.startsAt.getTime() === startAt.getTime()
      ? { kind: notice.kind }
      : { kind: "moved", before: seat.startsAt },
  );
  const moved = mails.filter(({ kind }) => kind === "moved");
  await tx
    .update(webinarSeat)
    .set({ startsAt: startAt })
    .where(sql`${webinarSeat.id} = ${anyOf(idsOf(moved))}`);
  const marked = notice ? await markSeats(tx, idsOf(mails), notice) : new Set();
  await enqueueMails(
    tx,
    mails.filter(({ kind, seat }) => kind === "moved" || marked.has(seat.id)),
  );
  return due;
}

/** In the order of the index `webinar_seat_once`. A seat that a request holds is notified in the next run. */
async function listDue(tx: Db, { webinar: { id }, after }: Step, isDue: SQL): Promise<Due[]> {
  const place = sql<string>`lower(${webinarSeat.email})`;
  return tx
    .select({ seat: webinarSeat, place })
    .from(webinarSeat)
    .where(
      and(
        eq(webinarSeat.webinarId, id),
        isNotNull(webinarSeat.confirmedAt),
        sql`${place} > ${after?.place ?? ""}`,
        isDue,
      ),
    )
    .orderBy(asc(place))
    .limit(rowsPerStep)
    .for("update", { skipLocked: true });
}

type Notice = { kind: WebinarNoticeKind; startsAt: SQL };

/** Not as `not exists`, for which PostgreSQL would read the whole table in each step. */
function isNew({ kind, startsAt }: Notice): SQL {
  return sql`(
    select true from webinar_news news
    where news.seat_id = webinar_seat.id and news.kind = ${kind} and news.starts_at = ${startsAt}
  ) is null`;
}

/** The seat was confirmed before `since`, wants reminders and has not had this one. */
function isAwaiting(reminder: Notice, since: Date): SQL {
  const isEarly = sql`webinar_seat.confirmed_at < ${since.toISOString()}::timestamptz`;
  return sql`(webinar_seat.unsubscribed_at is null and ${isEarly} and ${isNew(reminder)})`;
}

type NoticeKind = { kind: WebinarNoticeKind; before?: Date };

function composeMails(due: Due[], { webinar, log }: Step, kindOf: (seat: SeatRow) => NoticeKind) {
  return due.flatMap(({ seat }) =>
    composed(log, { seatId: seat.id }, () => {
      const kind = kindOf(seat);
      return { seat, ...kind, mail: sendMail.payload.parse(noticeMail(kind, { seat, webinar })) };
    }),
  );
}

type Composed = ReturnType<typeof composeMails>;

const idsOf = (mails: Composed) => mails.map(({ seat }) => seat.id);

const enqueueMails = (tx: Db, mails: Composed) =>
  enqueueAll(
    tx,
    sendMail,
    mails.map(({ mail }) => mail),
  );

/** Another process may have marked some of them meanwhile: returns the seats that are ours. */
async function markSeats(tx: Db, ids: string[], { kind, startsAt }: Notice): Promise<Set<string>> {
  const { rows } = await tx.execute<{ seatId: string }>(sql`
    insert into webinar_news (seat_id, kind, starts_at)
    select id, ${kind}, ${startsAt} from webinar_seat where id = ${anyOf(ids)}
    on conflict do nothing
    returning seat_id as "seatId"`);
  return new Set(rows.map(({ seatId }) => seatId));
}
