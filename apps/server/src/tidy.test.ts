import { expect, test } from "vitest";
import { learner } from "./db/tables/account.ts";
import { notification } from "./db/tables/notification.ts";
import { webhookEvent } from "./db/tables/payment.ts";
import { classNews, liveClass } from "./db/tables/schedule.ts";
import { tidyHouse } from "./house.ts";
import { enqueue } from "./jobs/queue.ts";
import { testInstitute } from "./test/institute.ts";
import { newLearner } from "./test/learner.ts";

const institute = await testInstitute();
const { db, deps } = institute;
const daysAgo = (days: number) => new Date(deps.clock.now().getTime() - days * 86_400_000);

test("notifications go after a year, events of the provider after 90 days, what was told about a class after 30", async () => {
  await newLearner(institute);
  await institute.runJobs();
  const [me] = await db.select().from(learner);
  const [held] = await db.select().from(liveClass);
  if (!me || !held) throw new Error("The demo has nobody, or no class.");
  const about = { learnerId: me.id, classId: held.id, kind: "evening" as const };
  await db.delete(notification);
  await db.delete(classNews);
  await db
    .insert(notification)
    .values([366, 364].map((days) => ({ learnerId: me.id, title: `${days} days`, text: "x", sentAt: daysAgo(days) })));
  await db.insert(classNews).values([31, 29].map((days) => ({ ...about, startsAt: daysAgo(days) })));
  await db.insert(webhookEvent).values([
    { eventId: "old", event: "payment.captured", receivedAt: daysAgo(91) },
    { eventId: "old, for staff", event: "payment.captured", receivedAt: daysAgo(91), body: "{" },
    { eventId: "new", event: "payment.captured", receivedAt: daysAgo(89) },
  ]);
  await enqueue(db, tidyHouse, {});
  await institute.runJobs();
  expect((await db.select().from(notification)).map(({ title }) => title)).toEqual(["364 days"]);
  expect((await db.select().from(classNews)).map(({ startsAt }) => startsAt)).toEqual([daysAgo(29)]);
  expect((await db.select().from(webhookEvent)).map(({ eventId }) => eventId).sort()).toEqual([
    "new",
    "old, for staff",
  ]);
});
