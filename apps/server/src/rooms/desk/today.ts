import type { StaffToday, TodaysClass } from "@shoreline/contract";
import { mayDo, type Permission } from "@shoreline/domain/staff";
import { dayOf } from "@shoreline/domain/zone";
import { and, asc, count, desc, eq, gte, isNull, lt, sql } from "drizzle-orm";
import type { StaffCtx } from "../../context.ts";
import type { Db } from "../../db/connect.ts";
import { delivery, webhook } from "../../db/tables/connection.ts";
import { course } from "../../db/tables/course.ts";
import { backupRun } from "../../db/tables/house.ts";
import { sentMessage } from "../../db/tables/notification.ts";
import { paymentFlag, paymentOrder } from "../../db/tables/payment.ts";
import { batch, batchPlace, liveClass } from "../../db/tables/schedule.ts";
import { staff, staffLink } from "../../db/tables/staff.ts";
import { countFailedJobs } from "../../jobs/queue.ts";
import { isGivenUp } from "../connection/webhooks.ts";
import { collect } from "../inbox/collect.ts";
import { countLeads, countUncollected, listLeads, toLead } from "../inbox/queries.ts";
import { readInstitute } from "../site/queries.ts";

const most = 20;
const day = 86_400_000;

/** Each part for whose right it is. */
export async function readToday(ctx: StaffCtx): Promise<StaffToday> {
  const { db, clock } = ctx;
  const may = (permission: Permission) => mayDo(ctx.staff.roles, permission);
  const now = clock.now();
  if (may("see leads")) await collect(ctx);
  const isOwner = may("change people");
  return {
    now: now.toISOString(),
    calls: may("see leads") ? await readLeads(ctx, { call: "due", sort: "next call" }) : null,
    enquiries: may("see leads") ? await readLeads(ctx, { status: ["new"] }) : null,
    classes: await readClasses(ctx, now),
    payments: may("see payments") ? await readFlags(db) : null,
    failed: isOwner ? await readFailures(ctx, now) : null,
    expiring: isOwner ? await readExpiring(ctx, now) : null,
  };
}

async function readLeads(ctx: StaffCtx, filter: Parameters<typeof listLeads>[1]) {
  const { page } = await listLeads(ctx, filter);
  return { ...(await countLeads(ctx, filter, 100)), leads: page.slice(0, 8).map(toLead) };
}

/** A class knows its trainer by name only. Who teaches today finds their own classes first. */
async function readClasses({ db, staff: me }: StaffCtx, now: Date): Promise<TodaysClass[]> {
  const { timeZone } = await readInstitute(db);
  const { begins, ends } = dayOf(now, timeZone);
  const places = db
    .select({ batchId: batchPlace.batchId, learners: count().as("learners") })
    .from(batchPlace)
    .groupBy(batchPlace.batchId)
    .as("places");
  const rows = await db
    .select({ one: liveClass, course: course.name, learners: places.learners })
    .from(liveClass)
    .innerJoin(batch, eq(batch.id, liveClass.batchId))
    .innerJoin(course, eq(course.id, batch.courseId))
    .leftJoin(places, eq(places.batchId, batch.id))
    .where(and(gte(liveClass.startsAt, begins), lt(liveClass.startsAt, ends), isNull(liveClass.cancelledAt)))
    .orderBy(asc(liveClass.startsAt), asc(liveClass.id))
    .limit(500);
  const classes = rows.map(({ one, course, learners }) => ({
    ...{ classId: one.id, course, topic: one.topic, startsAt: one.startsAt.toISOString() },
    endsAt: new Date(one.startsAt.getTime() + one.minutes * 60_000).toISOString(),
    trainer: one.trainerName || null,
    hasLink: one.meetingUrl !== "",
    learners: learners ?? 0,
    isYours: plainName(one.trainerName) === plainName(me.name),
  }));
  return classes.sort((one, other) => Number(other.isYours) - Number(one.isYours));
}

function plainName(name: string): string {
  return name.trim().replace(/\s+/g, " ").toLowerCase();
}

async function readFlags(db: Db) {
  const rows = await db
    .select({ flag: paymentFlag, amountInPaise: paymentOrder.amountInPaise })
    .from(paymentFlag)
    .innerJoin(paymentOrder, eq(paymentOrder.id, paymentFlag.orderId))
    .where(eq(paymentFlag.isSettled, false))
    .orderBy(desc(paymentFlag.flaggedAt))
    .limit(most);
  return rows.map(({ flag, amountInPaise }) => ({
    flagId: flag.id,
    text: `₹${(amountInPaise / 100).toLocaleString("en-IN")}: ${flag.reason}`,
    at: flag.flaggedAt.toISOString(),
  }));
}

async function readFailures(ctx: StaffCtx, now: Date) {
  const given = mayDo(ctx.staff.roles, "change connections") ? await readGivenUp(ctx, now) : [];
  return {
    messages: [...(await readFailed(ctx.db, now)), ...given],
    jobs: (await countFailedJobs(ctx.pool)).failed,
    enquiries: await countUncollected(ctx.db),
  };
}

/** Events that another program did not take. */
async function readGivenUp({ db, staff: me }: StaffCtx, now: Date) {
  const rows = await db
    .select({ row: delivery, url: webhook.url })
    .from(delivery)
    .innerJoin(webhook, eq(webhook.id, delivery.webhookId))
    .where(
      and(
        isGivenUp,
        eq(webhook.isOn, true),
        gte(delivery.at, new Date(now.getTime() - 7 * day)),
        me.isDemo ? eq(webhook.isDemo, true) : undefined,
      ),
    )
    .orderBy(desc(delivery.at))
    .limit(most);
  return rows.map(({ row: { id, event, problem, at }, url }) => ({
    ...{ messageId: id, text: `Notification ${event} to ${new URL(url).host}` },
    ...{ reason: problem ?? "It was not delivered.", at: at.toISOString() },
  }));
}

async function readFailed(db: Db, now: Date) {
  const rows = await db
    .select()
    .from(sentMessage)
    .where(and(eq(sentMessage.state, "failed"), gte(sentMessage.sentAt, new Date(now.getTime() - 7 * day))))
    .orderBy(desc(sentMessage.sentAt))
    .limit(most);
  return rows.map(({ id, channel, template, number, reason, sentAt }) => ({
    ...{ messageId: id, text: `${channel === "sms" ? "SMS" : "WhatsApp"} ${template} to ${number}` },
    ...{ reason: reason ?? "The provider gave no reason.", at: sentAt.toISOString() },
  }));
}

const noBackup =
  "There is no backup yet. If the disk fails, everything is lost. Ask your technical person to set one up.";

/** Invitations that end within two days, and a backup that is too old or missing. */
async function readExpiring({ db, staff: me, isDemo }: StaffCtx, now: Date) {
  const links = await db
    .select({ name: staff.name, at: staffLink.expiresAt })
    .from(staffLink)
    .innerJoin(staff, eq(staff.id, staffLink.staffId))
    .where(
      and(
        eq(staffLink.purpose, "invitation"),
        gte(staffLink.expiresAt, now),
        lt(staffLink.expiresAt, new Date(now.getTime() + 2 * day)),
        me.isDemo ? eq(staff.isDemo, true) : undefined,
      ),
    )
    .orderBy(asc(staffLink.expiresAt))
    .limit(most);
  const [last] = await db.select({ at: sql<Date>`max(${backupRun.madeAt})`.mapWith(backupRun.madeAt) }).from(backupRun);
  const isOld = last?.at && now.getTime() - last.at.getTime() > 2 * day;
  // A demonstration is put back every day: there is nothing to keep.
  const isMissing = !last?.at && !isDemo;
  return [
    ...links.map(({ name, at }) => ({ text: `The invitation of ${name} ends`, at: at.toISOString() })),
    ...(isOld && last.at ? [{ text: "The last backup is older than two days", at: last.at.toISOString() }] : []),
    ...(isMissing ? [{ text: noBackup, at: null }] : []),
  ];
}
