import { dayAt } from "@shoreline/domain/batch";
import { type DigestLine, latestLines, lineText, mailHour, restText, writeDigest } from "@shoreline/domain/digest";
import { wallTime } from "@shoreline/domain/zone";
import { type SQL, sql } from "drizzle-orm";
import type { Deps } from "../../context.ts";
import type { Db } from "../../db/connect.ts";
import { enqueueAll } from "../../jobs/queue.ts";
import { type MailJob, mailOf, sendMail } from "../../mail.ts";
import { readInstitute } from "../site/queries.ts";
import { learnerDigest, staffDigest } from "./digest-mails.ts";

const readersAtOnce = 200;
/** The next run goes on. */
const mostRounds = 100;
const mostLinesOfMail = 30;

/** From 18:00 at the institute on: who has something unread gets one mail a day with it. */
export async function mailDigests({ db, clock }: Pick<Deps, "db" | "clock">): Promise<void> {
  const now = clock.now();
  const { timeZone } = await readInstitute(db);
  if (wallTime(now, timeZone).hour < mailHour) return;
  const today = dayAt(now, timeZone);
  for (const whose of ["learner", "staff"] as const)
    for (let round = 0; round < mostRounds; round++) {
      const count = await db.transaction((tx) => mailSome(tx, { ...sides[whose], now, today }));
      if (count === 0) break;
    }
}

type Mail = { to: string; data: typeof learnerDigest.sample };
type Side = { column: SQL; people: SQL; isWaiting: SQL; write(mail: Mail): MailJob; place: string };

/** Learners have heard of it in the portal, and did not open the notification. Staff hear of it here first. */
const sides: Record<"learner" | "staff", Side> = {
  learner: {
    column: sql.raw("learner_id"),
    people: sql`select id, first_name as name, email from learner`,
    isWaiting: sql`item.told_at is not null and exists (
      select from notification n where n.id = item.notification_id and n.read_at is null)`,
    write: (mail) => mailOf(learnerDigest, mail),
    place: "",
  },
  staff: {
    column: sql.raw("staff_id"),
    people: sql`select id, name, email from staff where closed_at is null`,
    isWaiting: sql`item.told_at is null`,
    write: (mail) => mailOf(staffDigest, mail),
    place: "/staff/today",
  },
};

type Some = Side & { now: Date; today: string };
type Mailed = Omit<DigestLine, "at"> & { readerId: string; name: string; email: string; at: string };

/** The row of the reader is the lock, and mails are enqueued with it: nobody gets two, also when a process is killed. */
async function mailSome(tx: Db, { column, people, isWaiting, write, place, now, today }: Some): Promise<number> {
  const moment = sql`${now.toISOString()}::timestamptz`;
  const isFresh = sql`item.${column} is not null and item.mailed_at is null and item.at > ${moment} - interval '7 days'
    and item.at <= ${moment} and ${isWaiting}`;
  const mayMail = sql`reader.wants_mail and (reader.mailed_on is null or reader.mailed_on < ${today}::date)`;
  const claimed = await tx.execute<{ id: string }>(sql`
    insert into digest_reader as reader (${column}, mailed_on)
    select found.id, ${today}::date from (
      select item.${column} as id from digest_item item
      join (${people}) person on person.id = item.${column}
      left join digest_reader reader on reader.${column} = item.${column}
      where ${isFresh} and (reader.id is null or ${mayMail})
      group by item.${column} order by min(item.at) limit ${readersAtOnce}
    ) found order by found.id
    on conflict (${column}) do update set mailed_on = excluded.mailed_on where ${mayMail}
    returning reader.id`);
  if (claimed.rows.length === 0) return 0;
  const { rows } = await tx.execute<Mailed>(sql`
    update digest_item item set mailed_at = ${moment}, told_at = coalesce(item.told_at, ${moment})
    from digest_reader reader join (${people}) person on person.id = reader.${column}
    where reader.id = any(${sql.param(claimed.rows.map(({ id }) => id))}::uuid[])
      and item.${column} = reader.${column} and ${isFresh}
    returning reader.id as "readerId", person.name, person.email, item.course, item.title, item.link, item.about, item.at::text`);
  const mails = [...Map.groupBy(rows, ({ readerId }) => readerId).values()].flatMap((items) => {
    const lines = items.map((item) => ({ ...item, at: new Date(item.at) }));
    const [first] = items;
    if (!first) return [];
    const { title, link } = writeDigest(lines);
    const latest = latestLines(lines);
    const data = {
      ...{ firstName: first.name.split(" ")[0] ?? "", readerId: first.readerId, title, link: place || link },
      lines: [...latest.slice(0, mostLinesOfMail).map(lineText), ...restText(latest.length - mostLinesOfMail)],
    };
    return [write({ to: first.email, data })];
  });
  await enqueueAll(tx, sendMail, mails);
  return claimed.rows.length;
}
