import { type DigestLine, quietMinutes, writeDigest } from "@shoreline/domain/digest";
import { sql } from "drizzle-orm";
import type { Deps } from "../../context.ts";
import type { Db } from "../../db/connect.ts";
import { addNotifications } from "./queries.ts";

const learnersAtOnce = 200;
/** The next run goes on. */
const mostRounds = 50;

/** Bundles what is new into one notification each, for who had none in the last half hour. */
export async function tellDigests({ db, clock }: Pick<Deps, "db" | "clock">): Promise<void> {
  for (let round = 0; round < mostRounds; round++) {
    const count = await db.transaction((tx) => tellSome(tx, clock.now()));
    if (count === 0) return;
  }
}

type Untold = Omit<DigestLine, "at"> & { id: string; learnerId: string; at: string };

/**
 * The row of the reader is the lock: of two processes one tells. Everything is stored together, so a process that is killed has told
 * nothing.
 */
async function tellSome(tx: Db, now: Date): Promise<number> {
  const moment = sql`${now.toISOString()}::timestamptz`;
  const isQuiet = sql`reader.told_at > ${moment} - make_interval(mins => ${quietMinutes})`;
  const claimed = await tx.execute<{ learnerId: string }>(sql`
    insert into digest_reader as reader (learner_id, told_at)
    select found.learner_id, ${moment} from (
      select item.learner_id from digest_item item left join digest_reader reader on reader.learner_id = item.learner_id
      where item.told_at is null and item.learner_id is not null and (${isQuiet}) is not true
      group by item.learner_id order by min(item.at) limit ${learnersAtOnce}
    ) found order by found.learner_id
    on conflict (learner_id) do update set told_at = excluded.told_at where (${isQuiet}) is not true
    returning learner_id as "learnerId"`);
  if (claimed.rows.length === 0) return 0;
  const ids = sql`${sql.param(claimed.rows.map(({ learnerId }) => learnerId))}::uuid[]`;
  const { rows } = await tx.execute<Untold>(sql`
    update digest_item set told_at = ${moment} where learner_id = any(${ids}) and told_at is null
    returning id, learner_id as "learnerId", course, title, link, about, at::text`);
  const byLearner = Map.groupBy(rows, ({ learnerId }) => learnerId);
  const notices = [...byLearner].map(([learnerId, items]) => ({
    ...{ learnerId, sentAt: now },
    ...writeDigest(items.map((item) => ({ ...item, at: new Date(item.at) }))),
  }));
  const added = await addNotifications(tx, notices);
  await tx.execute(sql`
    update digest_item set notification_id = told.id
    from json_to_recordset(${JSON.stringify(added)}::json) as told (id uuid, "learnerId" uuid)
    where digest_item.learner_id = told."learnerId" and digest_item.told_at = ${moment} and notification_id is null`);
  return claimed.rows.length;
}
