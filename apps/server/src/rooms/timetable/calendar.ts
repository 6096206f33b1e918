import { wallClock } from "@shoreline/domain/zone";
import { sql } from "drizzle-orm";
import type { Db } from "../../db/connect.ts";
import { readInstitute } from "../site/queries.ts";
import type { SolverDraft, SolverInput } from "./solver-input.ts";

/** What a proposal is asked for. The versions tell whether somebody has changed a draft since. */
export type ProposalInput = { drafts: (SolverDraft & { version: number })[] };

const longestYears = 3;
const mostBusy = 50_000;

type BusyRow = { trainerId: string | null; roomId: string | null; startsAt: string; minutes: number };

/** What is planned already from the first day of the drafts on, and the days without classes. */
export async function readCalendar(
  db: Db,
  drafts: { from: string }[],
): Promise<Pick<SolverInput, "busy" | "holidays">> {
  const from = drafts.map((draft) => draft.from).sort()[0] ?? "9999-12-31";
  const { timeZone } = await readInstitute(db);
  const { rows } = await db.execute<BusyRow>(sql`
    select trainer_id as "trainerId", room_id as "roomId", starts_at as "startsAt", minutes from live_class
    where starts_at >= ${from}::date - 1 and starts_at < ${from}::date + ${longestYears} * interval '1 year'
      and cancelled_at is null and (trainer_id is not null or room_id is not null)
    order by starts_at limit ${mostBusy}`);
  const { rows: holidays } = await db.execute<{ day: string }>(
    sql`select day::text from holiday where day >= ${from}::date order by day limit 2000`,
  );
  const toWall = wallClock(timeZone);
  return {
    busy: rows.map(({ trainerId, roomId, startsAt, minutes }) => {
      const wall = toWall(new Date(startsAt));
      const begins = wall.getUTCHours() * 60 + wall.getUTCMinutes();
      return { trainerId, roomId, day: wall.toISOString().slice(0, 10), from: begins, to: begins + minutes };
    }),
    holidays: holidays.map(({ day }) => day),
  };
}
