import type { Attendance, RegistrantGroup } from "@shoreline/domain/webinar";
import { type SQL, sql } from "drizzle-orm";
import { anyOf } from "../../db/any-of.ts";
import type { Db } from "../../db/connect.ts";
import { webinarSeat } from "../../db/tables/webinar.ts";

/** `isPast`: the webinar has taken place, so a registrant who was not there has missed it. */
export type Past = { isPast: boolean };

/** The mark of staff counts. Without one, a seat whose meeting was opened attended. Of a seat that is not confirmed nothing is known. */
export function attendanceSql({ isPast }: Past): SQL<Attendance> {
  const { attended, joinedAt, confirmedAt } = webinarSeat;
  return sql<Attendance>`(case
    when ${confirmedAt} is null then 'unknown'
    when ${attended} then 'attended' when not ${attended} then 'missed'
    when ${joinedAt} is not null then 'attended' else ${sql.raw(isPast ? "'missed'" : "'unknown'")} end)`;
}

type Counted = {
  webinarId: string;
  attendance: Attendance;
  isConfirmed: boolean;
  isUnsubscribed: boolean;
  count: number;
};

/** Seats of these webinars, counted by what they have in common. */
export async function countSeats(db: Db, webinarIds: string[], past: Past): Promise<Counted[]> {
  return db
    .select({
      webinarId: webinarSeat.webinarId,
      attendance: attendanceSql(past),
      isConfirmed: sql<boolean>`${webinarSeat.confirmedAt} is not null`,
      isUnsubscribed: sql<boolean>`${webinarSeat.unsubscribedAt} is not null`,
      count: sql<number>`count(*)::int`,
    })
    .from(webinarSeat)
    .where(sql`${webinarSeat.webinarId} = ${anyOf(webinarIds)}`)
    .groupBy(sql`1, 2, 3, 4`);
}

export type Figures = ReturnType<typeof figuresOf>;

/** What staff see of one webinar's seats. */
export function figuresOf(rows: Counted[]) {
  const count = (isWanted: (row: Counted) => boolean) => rows.filter(isWanted).reduce((sum, row) => sum + row.count, 0);
  const by = (attendance: Attendance) => count((row) => row.attendance === attendance);
  const reachOf = (group: RegistrantGroup) => {
    const isMeant = (row: Counted) => row.isConfirmed && (group === "everybody" || row.attendance === group);
    return {
      people: count((row) => isMeant(row) && !row.isUnsubscribed),
      unsubscribed: count((row) => isMeant(row) && row.isUnsubscribed),
    };
  };
  return {
    registered: count(({ isConfirmed }) => isConfirmed),
    unconfirmed: count(({ isConfirmed }) => !isConfirmed),
    attended: by("attended"),
    counts: { attended: by("attended"), missed: by("missed"), unknown: by("unknown") },
    reach: { attended: reachOf("attended"), missed: reachOf("missed"), everybody: reachOf("everybody") },
  };
}
