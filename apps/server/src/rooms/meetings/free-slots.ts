import { assignSlots, meetingAheadMs } from "@shoreline/domain/meeting-account";
import { and, gt, lt, ne } from "drizzle-orm";
import type { Db } from "../../db/connect.ts";
import { meeting } from "../../db/tables/meeting.ts";
import { listOpenAccounts, listWithout } from "./queries.ts";

const dayMs = 86_400_000;

/** Slots for the classes of the next days that have no meeting, and how many classes find none. */
export async function findSlots(db: Db, { now, classId }: { now: Date; classId?: string | undefined }) {
  const until = new Date(now.getTime() + meetingAheadMs);
  const classes = await listWithout(db, { now, until, classId });
  if (classes.length === 0) return { slots: [], without: 0 };
  const { accountId, slot, startsAt, minutes } = meeting;
  const taken = await db
    .select({ accountId, slot, startsAt, minutes })
    .from(meeting)
    .where(
      and(
        ne(meeting.state, "failed"),
        gt(meeting.startsAt, new Date(now.getTime() - dayMs)),
        lt(meeting.startsAt, new Date(until.getTime() + dayMs)),
      ),
    );
  const slots = assignSlots(classes, { accounts: await listOpenAccounts(db), taken });
  return { slots, without: classes.length - slots.length };
}
