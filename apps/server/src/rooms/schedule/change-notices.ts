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
import { type BatchChange, type ClassNews, listChanged, newsOf, readChange } from "./change-news.ts";
import { mailTrainers } from "./change-trainers.ts";
import { composeChange } from "./change-words.ts";
import type { classesChanged } from "./jobs.ts";
import { placeLearners } from "./places.ts";

/**
 * One notice to each learner with a place in the batch. It says what holds when it is sent: a change that was taken back before is
 * not told, and a later change of the same classes is told with it.
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
      const told = await readNews(tx, changeId, now);
      return told ? notify(ctx, tx, { ...told, after, context }) : [];
    }),
  );
  const told = await readNews(db, changeId, now);
  if (!told) return;
  await ctx.once((tx) => mailTrainers(tx, told));
  // The job is tried again for those whose message could not be composed.
  if (await hasUntold(db, { changeId, batchId: told.change.batchId }))
    throw new Error("Some learners were not notified of changed classes.");
}

type Told = { change: BatchChange; news: ClassNews[] };

/** Null when there is nothing to tell any more. */
async function readNews(db: Db, changeId: string, now: Date): Promise<Told | null> {
  const change = await readChange(db, changeId);
  if (!change) return null;
  const news = newsOf(change.classes, await listChanged(db, change.classes), now);
  return news.length > 0 ? { change, news } : null;
}

type Place = { purchaseId: string; learnerId: string; isDue: boolean };
type Step = Told & { after: Place | undefined; context: Parameters<typeof composeChange>[1] };

/** Notifies learners with the next places in the batch. Returns these places. */
async function notify({ log }: Deps, tx: Db, { change, news, after, context }: Step): Promise<Place[]> {
  const places = await listPlaces(tx, { change, after });
  const people = await readPeople(
    tx,
    places.flatMap(({ learnerId, isDue }) => (isDue ? learnerId : [])),
  );
  const [changeId = ""] = change.ids;
  const messages = people.flatMap((who) =>
    composed(log, { changeId, learnerId: who.id }, () => {
      const { shown, ...routed } = composeChange({ who, change, news }, context);
      return { who, shown: notifyLearner.payload.parse(shown), ...routed };
    }),
  );
  const marked = await markTold(
    tx,
    change.ids,
    messages.map(({ who }) => who.id),
  );
  const fresh = messages.filter(({ who }) => marked.has(who.id));
  await enqueueAll(
    tx,
    notifyLearner,
    fresh.map(({ shown }) => shown),
  );
  await enqueueAll(
    tx,
    sendMail,
    fresh.flatMap(({ mails }) => mails),
  );
  await enqueueAll(
    tx,
    sendMessage,
    fresh.flatMap(({ texts }) => texts),
  );
  return places;
}

async function listPlaces(tx: Db, { change, after }: Pick<Step, "change" | "after">): Promise<Place[]> {
  const isNext = after ? sql`and purchase_id > ${after.purchaseId}` : sql``;
  const { rows } = await tx.execute<Place>(sql`
    select p.id as "purchaseId", p.learner_id as "learnerId", not exists (
      select from change_news told where told.change_id = ${change.ids[0]} and told.learner_id = p.learner_id
    ) as "isDue"
    from (
      select purchase_id from batch_place where batch_id = ${change.batchId} ${isNext}
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

/** Another process may have marked some of them meanwhile: returns the learners that are ours. */
async function markTold(tx: Db, [changeId = "", ...covered]: string[], ids: string[]): Promise<Set<string>> {
  const mark = (changes: string[], learners: string[]) =>
    tx.execute<{ id: string }>(sql`
      insert into change_news (change_id, learner_id)
      select change_id, learner_id
      from unnest(${sql.param(changes)}::uuid[]) change_id cross join unnest(${sql.param(learners)}::uuid[]) learner_id
      on conflict do nothing returning learner_id as id`);
  const { rows } = await mark([changeId], ids);
  const own = rows.map(({ id }) => id);
  if (covered.length > 0) await mark(covered, own);
  return new Set(own);
}

async function hasUntold(db: Db, { changeId, batchId }: { changeId: string; batchId: string }): Promise<boolean> {
  const { rows } = await db.execute(sql`
    select from batch_place place join purchase p on p.id = place.purchase_id
    where place.batch_id = ${batchId} and not exists (
      select from change_news told where told.change_id = ${changeId} and told.learner_id = p.learner_id
    ) limit 1`);
  return rows.length > 0;
}
