import { and, gt, inArray, isNull, lt, sql } from "drizzle-orm";
import type { Deps } from "../../context.ts";
import { meeting } from "../../db/tables/meeting.ts";
import type { MeetingGuest } from "../../ports.ts";
import { inLanes, isUuid, madeOf, openProvider } from "./provider.ts";
import { at, listMeetings } from "./queries.ts";

const minute = 60_000;
/** At most so many meetings at a time. */
const mostWatched = 100;
/** Who was not seen for longer has left and come back. Longer than two runs of the job. */
const sameStayMs = 150_000;
const longestMs = 6 * 60 * minute;

type Seen = { classId: string; personId: string | null; name: string };

/** Of providers without a report: who is in the meetings that run now. Returns the classes whose meeting runs. */
export async function watchMeetings(deps: Deps): Promise<Set<string>> {
  const { db, clock, log } = deps;
  const now = clock.now();
  const listed = await listMeetings(db, {
    where: and(
      inArray(meeting.state, ["made", "running"]),
      isNull(meeting.reportedAt),
      gt(meeting.startsAt, new Date(now.getTime() - longestMs)),
      lt(meeting.startsAt, new Date(now.getTime() + 20 * minute)),
    ),
    limit: mostWatched,
  });
  const running = new Set<string>();
  const seen: Seen[] = [];
  await inLanes(listed, async ({ meeting: row, account }) => {
    const { classId } = row;
    try {
      const guests = await openProvider(deps, account).listPresent?.(madeOf(row));
      if (!guests) return;
      running.add(classId);
      seen.push(...guests.filter(({ isHost }) => !isHost).map((guest) => ({ classId, ...nameOf(guest) })));
    } catch (err) {
      // What is missed is a minute; the report of the provider, if one comes, has it.
      log.warn({ classId, err }, "a running meeting could not be looked into");
    }
  });
  if (seen.length > 0) await storeSeen(deps, seen);
  return running;
}

function nameOf({ personId, name }: MeetingGuest) {
  return { personId: personId && isUuid(personId) ? personId : null, name: name.replaceAll("\0", "").slice(0, 200) };
}

/** Who is still there stays longer; who was not begins another stay. */
async function storeSeen({ db, clock }: Deps, seen: Seen[]): Promise<void> {
  const now = clock.now();
  const since = new Date(now.getTime() - sameStayMs);
  await db.execute(sql`
    with who as (
      select distinct on (g."classId", l.id, case when l.id is null then g.name end) g."classId" as class_id, l.id as learner_id, g.name
      from json_to_recordset(${JSON.stringify(seen)}::json) as g("classId" uuid, "personId" uuid, name text)
      left join learner l on l.id = g."personId"
    ), longer as (
      update meeting_stay s set last_seen_at = ${at(now)},
        minutes = round(extract(epoch from ${at(now)} - s.first_seen_at) / 60)::int
      from who w
      where s.class_id = w.class_id and s.learner_id is not distinct from w.learner_id
        and (w.learner_id is not null or s.name = w.name) and s.last_seen_at > ${at(since)}
      returning s.class_id, s.learner_id, s.name
    )
    insert into meeting_stay (class_id, learner_id, name, minutes, first_seen_at, last_seen_at)
    select w.class_id, w.learner_id, w.name, 0, ${at(now)}, ${at(now)} from who w
    where not exists (
      select from longer o where o.class_id = w.class_id and o.learner_id is not distinct from w.learner_id
        and (w.learner_id is not null or o.name = w.name))`);
}
