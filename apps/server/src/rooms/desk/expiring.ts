import type { TodayEntry } from "@shoreline/contract";
import { and, asc, eq, gte, lt, sql } from "drizzle-orm";
import type { StaffCtx } from "../../context.ts";
import { cutPage, inTime, isAfter } from "../../db/cursor.ts";
import { backupRun } from "../../db/tables/house.ts";
import { staff, staffLink } from "../../db/tables/staff.ts";
import type { Wanted } from "./page.ts";

const day = 86_400_000;

/** A backup that is too old or missing, then invitations that end within two days. */
export async function listExpiring(ctx: StaffCtx, { after, size }: Wanted) {
  const backup = after ? [] : await readBackup(ctx);
  const left = size - backup.length;
  const { page, next } = cutPage(await readInvitations(ctx, { after, size: left + 1 }), left);
  const invitations = page.map(
    ({ id, name, at }): TodayEntry => ({
      ...{ entryId: id, kind: "invitation", text: `${name}’s invitation ends`, number: null },
      ...{ reason: null, at: at.toISOString() },
    }),
  );
  return { entries: [...backup, ...invitations], next };
}

const backupTexts = {
  none: {
    text: "No backup has been taken yet.",
    reason: "If the disk fails, all data will be lost. Please ask your system administrator to set one up.",
  },
  old: {
    text: "The last backup is older than two days.",
    reason: "If the disk fails, newer data will be lost. Please ask your system administrator to look into it.",
  },
};

async function readBackup({ db, clock, isDemo }: StaffCtx): Promise<TodayEntry[]> {
  const [last] = await db.select({ at: sql<Date>`max(${backupRun.madeAt})`.mapWith(backupRun.madeAt) }).from(backupRun);
  const entry = { entryId: "backup", kind: "backup" as const, number: null };
  // A demonstration is put back every day: there is nothing to keep.
  if (!last?.at) return isDemo ? [] : [{ ...entry, ...backupTexts.none, at: null }];
  if (clock.now().getTime() - last.at.getTime() <= 2 * day) return [];
  return [{ ...entry, ...backupTexts.old, at: last.at.toISOString() }];
}

/** The hash of a link is nobody's business: the end of a page is known by whom it invites. */
function readInvitations({ db, clock, staff: me }: StaffCtx, { after, size }: Wanted) {
  const now = clock.now();
  const byEnd = inTime(sql`${staffLink.expiresAt}`);
  return db
    .select({ id: staff.id, key: byEnd.key, name: staff.name, at: staffLink.expiresAt })
    .from(staffLink)
    .innerJoin(staff, eq(staff.id, staffLink.staffId))
    .where(
      and(
        eq(staffLink.purpose, "invitation"),
        gte(staffLink.expiresAt, now),
        lt(staffLink.expiresAt, new Date(now.getTime() + 2 * day)),
        me.isDemo ? eq(staff.isDemo, true) : undefined,
        after ? isAfter(byEnd, staff.id, after) : undefined,
      ),
    )
    .orderBy(asc(staffLink.expiresAt), asc(staff.id))
    .limit(size);
}
