import { endsAt } from "@shoreline/domain/schedule";
import { drawCalendar } from "../../calendar.ts";
import type { Deps } from "../../context.ts";
import { readInstitute } from "../site/queries.ts";
import { listCalendar, placeLearners } from "./queries.ts";

// Past classes stay in the calendar for about two months.
const lookBackMs = 60 * 86_400_000;

/** Events link to the schedule, because the meeting link is given out in the join window only. */
export async function drawFeed({ db, clock, publicUrl }: Deps, learnerId: string): Promise<Buffer> {
  await placeLearners(db, { now: clock.now(), learnerId });
  const since = new Date(clock.now().getTime() - lookBackMs);
  const classes = await listCalendar(db, { learnerId, since });
  const { name } = await readInstitute(db);
  return drawCalendar({
    name: `Classes at ${name}`,
    events: classes.map(({ courseId, courseName, liveClass }) => {
      const url = `${publicUrl}/dashboard/schedule/${encodeURIComponent(courseId)}`;
      return {
        uid: `class-${liveClass.id}@classes.shoreline`,
        sequence: liveClass.sequence,
        changedAt: liveClass.changedAt,
        startsAt: liveClass.startsAt,
        endsAt: endsAt(liveClass),
        title: `${courseName}: ${liveClass.topic}`,
        text: `Class ${liveClass.number} with ${liveClass.trainerName}. Join from your schedule, from 15 minutes before the start: ${url}`,
        url,
        place: "Online",
        isCancelled: liveClass.cancelledAt !== null,
      };
    }),
  });
}
