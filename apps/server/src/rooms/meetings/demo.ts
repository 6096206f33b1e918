import { localMeetingServer } from "@shoreline/domain/meeting-account";
import { and, eq, isNull, sql } from "drizzle-orm";
import { countDeleted, type DemoMaker } from "../../content/demo.ts";
import type { Db } from "../../db/connect.ts";
import { readServerSecret } from "../../db/server-secret.ts";
import { meeting, meetingAccount } from "../../db/tables/meeting.ts";

/** The demo's classes of this course have meetings of the local server. */
const courseWithMeetings = "ui-ux";

/** An account at the meeting server of this machine. What visitors of a demonstration added goes every day. */
export const meetingsDemo: DemoMaker = {
  load: ({ db, now }) => provide(db, now),
  async freshen({ db, now }) {
    const isOwn = sql`settings ->> 'url' is distinct from ${localMeetingServer}`;
    await db.execute(
      sql`delete from meeting where account_id in (select id from meeting_account where is_demo and ${isOwn})`,
    );
    await db.execute(sql`delete from meeting_account where is_demo and ${isOwn}`);
    await provide(db, now);
  },
  has: async (db) => (await db.$count(meetingAccount, eq(meetingAccount.isDemo, true))) > 0,
  // Strangers know these accounts.
  async keep(db) {
    await removeAll(db);
  },
  remove: removeAll,
};

async function provide(db: Db, now: Date): Promise<number> {
  const isLocal = and(
    eq(meetingAccount.isDemo, true),
    eq(sql`${meetingAccount.settings} ->> 'url'`, localMeetingServer),
    isNull(meetingAccount.closedAt),
  );
  if ((await db.$count(meetingAccount, isLocal)) === 0)
    await db.insert(meetingAccount).values({
      ...{ kind: "bigbluebutton", name: "Meetings on this machine", settings: { url: localMeetingServer } },
      ...{ secret: await readServerSecret(db, "local-meetings"), atOnce: 10, addedAt: now, isDemo: true },
    });
  const isOfCourse = sql`b.is_demo and b.course_id = (select id from course where course_id = ${courseWithMeetings})`;
  await db.execute(sql`update batch b set makes_meetings = true where ${isOfCourse} and not b.makes_meetings`);
  // The link of before would take the place of the meeting.
  await db.execute(sql`
    update live_class c set meeting_url = '' from batch b
    where b.id = c.batch_id and ${isOfCourse} and c.meeting_url <> '' and c.starts_at > ${now.toISOString()}::timestamptz`);
  return 1;
}

async function removeAll(db: Db): Promise<Record<string, number>> {
  await db.delete(meeting).where(sql`${meeting.accountId} in (select id from meeting_account where is_demo)`);
  return { "meeting accounts": await countDeleted(db, sql`delete from meeting_account where is_demo`) };
}
