import { asc, sql } from "drizzle-orm";
import type { Deps } from "../../context.ts";
import { anyOf } from "../../db/any-of.ts";
import type { Db } from "../../db/connect.ts";
import { learner } from "../../db/tables/account.ts";
import type { JobContext, PayloadOf } from "../../jobs/job.ts";
import { enqueueAll } from "../../jobs/queue.ts";
import { sendMail } from "../../mail.ts";
import { channelReader } from "../../messages/compose.ts";
import { seriesTemplates } from "../../messages/templates.ts";
import { composed, inSteps, rowsPerStep } from "../../steps.ts";
import { notifyLearner, sendMessage } from "../notification/jobs.ts";
import { readInstitute } from "../site/queries.ts";
import { type BatchChanges, type BatchNews, markTrainersTold, newsOf, readChanges } from "./change-news.ts";
import { mailTrainers } from "./change-trainers.ts";
import { composeChange } from "./change-words.ts";
import type { classesChanged } from "./jobs.ts";
import { placeLearners } from "./places.ts";

/**
 * One notice to each learner with a place in the batch. It says how the classes differ from what the learner was last told, so it stands
 * for all changes of the batch until now: a change that was taken back is not told, and once what holds has been told there is nothing more.
 */
export async function notifyOfChanges(ctx: JobContext, { changeId }: PayloadOf<typeof classesChanged>): Promise<void> {
  const { db, clock, publicUrl } = ctx;
  const now = clock.now();
  await placeLearners(db, { now });
  const context = {
    ...{ institute: await readInstitute(db), publicUrl, now, channelsOf: await channelReader(ctx) },
    seriesChannelsOf: await channelReader(ctx, seriesTemplates),
  };
  await inSteps((after: Place | undefined) =>
    db.transaction(async (tx) => {
      const found = await readChanges(tx, changeId);
      return found ? notify(ctx, tx, { found, changeId, after, context }) : [];
    }),
  );
  await db.transaction(async (tx) => {
    const found = await readChanges(tx, changeId);
    if (found) await mailTrainers(tx, newsOf(found, await markTrainersTold(tx, found), now));
  });
  // The job is tried again for those whose message could not be composed.
  if (await hasUntold(db, changeId)) throw new Error("Some learners were not notified of changed classes.");
}

type Place = { purchaseId: string; learnerId: string; untold: string[] };
type Asked = { found: BatchChanges; changeId: string; after: Place | undefined };
type Step = Asked & { context: Parameters<typeof composeChange>[1] };

/** Notifies learners with the next places in the batch. Returns these places. */
async function notify({ log }: Deps, tx: Db, { context, ...asked }: Step): Promise<Place[]> {
  const { found, changeId } = asked;
  const places = await listPlaces(tx, asked);
  const due = new Map(places.flatMap((one) => (one.untold.length > 0 ? [[one.learnerId, one.untold]] : [])));
  // Most learners have missed the same changes.
  const known = new Map<string, BatchNews>();
  const newsFor = (untold: string[]) => {
    const news = known.get(untold.join()) ?? newsOf(found, untold, context.now);
    known.set(untold.join(), news);
    return news;
  };
  const people = await readPeople(tx, [...due.keys()]);
  const messages = people.flatMap((who) =>
    composed(log, { changeId, learnerId: who.id }, () => {
      const untold = due.get(who.id) ?? [];
      const change = newsFor(untold);
      if (change.news.length === 0) return { who, untold, shown: [], mails: [], texts: [] };
      const { shown, ...routed } = composeChange({ who, change }, context);
      return { who, untold, shown: [notifyLearner.payload.parse(shown)], ...routed };
    }),
  );
  await markTold(tx, messages);
  await enqueueAll(
    tx,
    notifyLearner,
    messages.flatMap(({ shown }) => shown),
  );
  await enqueueAll(
    tx,
    sendMail,
    messages.flatMap(({ mails }) => mails),
  );
  await enqueueAll(
    tx,
    sendMessage,
    messages.flatMap(({ texts }) => texts),
  );
  return places;
}

/** Who got the place after a change has heard of the batch as it was then; but the change of this notice is told to everybody. */
async function listPlaces(tx: Db, { found, changeId, after }: Asked): Promise<Place[]> {
  const isNext = after ? sql`and purchase_id > ${after.purchaseId}` : sql``;
  const { rows } = await tx.execute<Place>(sql`
    select p.id as "purchaseId", p.learner_id as "learnerId", array(
      select c.id::text from class_change c
      where c.id = ${anyOf(found.changes.map(({ id }) => id))} and (c.id = ${changeId} or c.at >= place.placed_at)
        and not exists (select from change_news told where told.change_id = c.id and told.learner_id = p.learner_id)
      order by c.at
    ) as untold
    from (
      select purchase_id, placed_at from batch_place where batch_id = ${found.batchId} ${isNext}
      order by purchase_id limit ${rowsPerStep}
    ) place
    join purchase p on p.id = place.purchase_id
    order by p.id`);
  return rows;
}

/** Their accounts cannot be deleted until the transaction ends. */
async function readPeople(tx: Db, ids: string[]) {
  return tx
    .select()
    .from(learner)
    .where(sql`${learner.id} = ${anyOf(ids)}`)
    .orderBy(asc(learner.id))
    .for("key share");
}

async function markTold(tx: Db, people: { who: { id: string }; untold: string[] }[]): Promise<void> {
  const marks = people.flatMap(({ who, untold }) => untold.map((changeId) => ({ changeId, learnerId: who.id })));
  await tx.execute(sql`
    insert into change_news (change_id, learner_id)
    select * from unnest(${sql.param(marks.map(({ changeId }) => changeId))}::uuid[],
      ${sql.param(marks.map(({ learnerId }) => learnerId))}::uuid[])
    on conflict do nothing`);
}

async function hasUntold(db: Db, changeId: string): Promise<boolean> {
  const { rows } = await db.execute(sql`
    select from class_change c join batch_place place on place.batch_id = c.batch_id join purchase p on p.id = place.purchase_id
    where c.id = ${changeId} and c.is_told and not exists (
      select from change_news told where told.change_id = c.id and told.learner_id = p.learner_id
    ) limit 1`);
  return rows.length > 0;
}
