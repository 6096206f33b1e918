import { randomBytes } from "node:crypto";
import { Refusal, type SalePlan } from "@shoreline/contract";
import type { NoticeChannel } from "@shoreline/domain/account";
import { type PlannedDue, whyNotPlan } from "@shoreline/domain/instalments";
import { eq, sql } from "drizzle-orm";
import type { StaffCtx } from "../../context.ts";
import type { Db } from "../../db/connect.ts";
import { learner } from "../../db/tables/account.ts";
import { course } from "../../db/tables/course.ts";
import { due, dueNotice, sale } from "../../db/tables/due.ts";
import { purchase } from "../../db/tables/enrolment.ts";
import { enqueue } from "../../jobs/queue.ts";
import { findLearner, fullName } from "../account/queries.ts";
import { dropCharges } from "../due/charges.ts";
import { sendDueNotice } from "../due/jobs.ts";
import { endMandate } from "../due/mandate.ts";
import { type DueRow, listDues, readDay, type SaleRow } from "../due/queries.ts";
import { lift, liftIfPaid } from "../due/restrict.ts";
import { stateOfDue } from "../due/state.ts";
import { dayText, moneyText } from "../due/words.ts";
import { hasBought } from "../enrolment/queries.ts";
import { limitDemoMails } from "../inbox/change.ts";
import { notifyLearner } from "../notification/jobs.ts";
import { type Change, recordChange } from "../staff/audit.ts";
import { readPlan, waysTo } from "./read.ts";

type Held = { sale: SaleRow; dues: DueRow[]; isOpen(one: DueRow): boolean };

/** Holds the sale, as every payment does: what staff change and what somebody pays follow one another. */
async function lockSale(tx: Db, saleId: string): Promise<Held> {
  const [held] = await tx.select().from(sale).where(eq(sale.id, saleId)).for("update");
  if (!held) throw new Refusal("UNKNOWN_SALE");
  const isBought = eq(purchase.id, held.purchaseId ?? "00000000-0000-0000-0000-000000000000");
  const [bought] = await tx.select({ state: purchase.state }).from(purchase).where(isBought);
  const { learnerId, courseId } = held;
  const known = {
    ...{ sale: held, purchaseState: bought?.state ?? null },
    isBoughtElsewhere: !held.purchaseId && learnerId !== null && (await hasBought(tx, { learnerId, courseId })),
  };
  const isOpen = (one: DueRow) => stateOfDue({ ...known, due: one }) === "open";
  return { sale: held, dues: await listDues(tx, saleId), isOpen };
}

async function findSaleId(db: Db, dueId: string): Promise<string> {
  const [found] = await db.select({ saleId: due.saleId }).from(due).where(eq(due.id, dueId));
  if (!found) throw new Refusal("UNKNOWN_SALE");
  return found.saleId;
}

function refuseChanged(held: SaleRow, version: number): void {
  if (held.version !== version) throw new Refusal("CHANGED_MEANWHILE");
}

/** The audit log names the learner and the course. */
async function record(tx: Db, ctx: StaffCtx, held: SaleRow, change: Pick<Change, "action" | "before" | "after">) {
  const [named] = await tx
    .select({ course: course.name, who: learner })
    .from(course)
    .leftJoin(learner, eq(learner.id, held.learnerId ?? "00000000-0000-0000-0000-000000000000"))
    .where(eq(course.id, held.courseId));
  const thing = [named?.who ? fullName(named.who) : "", named?.course ?? ""].filter(Boolean).join(", ");
  await recordChange(tx, ctx, { ...change, kind: "sale", thingId: held.id, thing });
}

type Sending = { dueId: string; channel: NoticeChannel; attemptId: string };

export async function sendLink(ctx: StaffCtx, { dueId, channel, attemptId }: Sending): Promise<SalePlan> {
  const saleId = await findSaleId(ctx.db, dueId);
  await limitDemoMails(ctx);
  await ctx.db.transaction(async (tx) => {
    const { sale: held, dues, isOpen } = await lockSale(tx, saleId);
    const wanted = dues.find(({ id }) => id === dueId);
    if (!wanted || !isOpen(wanted)) throw new Refusal("DUE_SETTLED");
    const who = held.learnerId ? await findLearner(tx, held.learnerId) : null;
    const way = who && (await waysTo({ ...ctx, db: tx }, who)).find((one) => one.channel === channel);
    if (!way) throw new Refusal("NO_WAY_TO_LEARNER");
    const [added] = await tx
      .insert(dueNotice)
      .values({ dueId, kind: "link", channel, attemptId, sentAt: ctx.clock.now(), sentBy: ctx.staff.id })
      .onConflictDoNothing()
      .returning({ noticeId: dueNotice.id });
    // The same attempt was sent before.
    if (!added) return;
    await enqueue(tx, sendDueNotice, added);
    const after = { part: wanted.number, channel, to: way.to };
    await record(tx, ctx, held, { action: "Sent a payment link", after });
  });
  return readPlan(ctx, saleId);
}

type Changing = { saleId: string; version: number; dues: PlannedDue[] };

/**
 * What is open gets new amounts and days. A link keeps its part where there still is one; what is left over is cancelled, and its
 * link says so. Who pays an old amount at this moment has the money flagged.
 */
export async function changePlan(ctx: StaffCtx, { saleId, version, dues: wanted }: Changing): Promise<SalePlan> {
  await ctx.db.transaction(async (tx) => {
    const { sale: held, dues, isOpen } = await lockSale(tx, saleId);
    refuseChanged(held, version);
    const open = dues.filter(isOpen);
    if (open.length === 0) throw new Refusal("SALE_NOT_OPEN");
    const sum = open.reduce((total, { amountInPaise }) => total + amountInPaise, 0);
    const why = whyNotPlan(wanted, sum) ?? whyTooEarly(wanted, await readDay(tx, ctx.clock.now()), open);
    if (why) throw new Refusal("INVALID_INPUT", { fields: { dues: why } });
    await replaceOpen(tx, { saleId, open, dues, wanted });
    await dropCharges(tx, saleId, ctx.clock.now());
    await tx
      .update(sale)
      .set({ version: version + 1 })
      .where(eq(sale.id, saleId));
    await record(tx, ctx, held, {
      action: "Changed an instalment plan",
      before: { dues: planText(open) },
      after: { dues: planText(wanted) },
    });
    await liftIfPaid(tx, held, { change: "lifted", now: ctx.clock.now() });
  });
  return readPlan(ctx, saleId);
}

/** A day that was in the plan before may stay although it has passed. */
function whyTooEarly(wanted: PlannedDue[], today: string, open: DueRow[]): string | null {
  const known = new Set(open.map(({ dueOn }) => dueOn));
  return wanted.some(({ dueOn }) => dueOn < today && !known.has(dueOn)) ? "Choose days from today on" : null;
}

function planText(dues: readonly PlannedDue[]): string {
  return dues.map(({ amountInPaise, dueOn }) => `${moneyText(amountInPaise)} on ${dayText(dueOn)}`).join("; ");
}

type Replacing = { saleId: string; open: DueRow[]; dues: DueRow[]; wanted: PlannedDue[] };

async function replaceOpen(tx: Db, { saleId, open, dues, wanted }: Replacing): Promise<void> {
  const settled = new Set(dues.filter((one) => !open.includes(one)).map(({ number }) => number));
  const free = Array.from({ length: dues.length + wanted.length }, (_, n) => n + 1).filter((n) => !settled.has(n));
  // Cancelled first: their numbers are given again.
  const ids = open.map(({ id }) => id);
  await tx
    .update(due)
    .set({ state: "cancelled" })
    .where(sql`${due.id} = any(${sql.param(ids)}::uuid[])`);
  const kept = wanted.slice(0, open.length).map((one, n) => ({
    ...{ id: open[n]?.id, number: free[n], amountInPaise: one.amountInPaise, dueOn: one.dueOn },
    // Another day has reminders of its own.
    isMoved: open[n]?.dueOn !== one.dueOn,
  }));
  await tx.execute(sql`
    update due set state = 'open', number = k.number, amount_in_paise = k."amountInPaise", due_on = k."dueOn",
      last_reminder = case when k."isMoved" then null else last_reminder end
    from json_to_recordset(${JSON.stringify(kept)}::json)
      as k(id uuid, number smallint, "amountInPaise" int, "dueOn" date, "isMoved" boolean)
    where due.id = k.id`);
  const added = wanted.slice(open.length).map((one, n) => ({
    ...{ ...one, saleId, number: free[open.length + n] ?? 0 },
    linkToken: randomBytes(32).toString("base64url"),
  }));
  if (added.length > 0) await tx.insert(due).values(added);
}

type Lifting = { saleId: string; version: number; until: string };

/** Classes can be joined at once, and are not restricted again before that day. */
export async function liftUntil(ctx: StaffCtx, { saleId, version, until }: Lifting): Promise<SalePlan> {
  await ctx.db.transaction(async (tx) => {
    const { sale: held, dues, isOpen } = await lockSale(tx, saleId);
    refuseChanged(held, version);
    if (!dues.some(isOpen)) throw new Refusal("SALE_NOT_OPEN");
    const now = ctx.clock.now();
    if (until <= (await readDay(tx, now)))
      throw new Refusal("INVALID_INPUT", { fields: { until: "Choose a day after today" } });
    await tx
      .update(sale)
      .set({ leniencyUntil: until, version: version + 1 })
      .where(eq(sale.id, saleId));
    await lift(tx, held, { change: "lifted", until, now });
    await record(tx, ctx, held, {
      action: "Let a learner join although a fee is overdue",
      before: { until: held.leniencyUntil },
      after: { until },
    });
  });
  return readPlan(ctx, saleId);
}

/** The learner and the payer may still pay each part themselves. */
export async function stopAutomatic(ctx: StaffCtx, { saleId }: { saleId: string }): Promise<SalePlan> {
  await ctx.db.transaction(async (tx) => {
    const { sale: held } = await lockSale(tx, saleId);
    const isStopped = await endMandate(tx, saleId, { why: `Stopped by ${ctx.staff.name}`, now: ctx.clock.now() });
    if (!isStopped) throw new Refusal("UNKNOWN_MANDATE");
    await record(tx, ctx, held, {
      action: "Stopped automatic payments",
      before: { automatic: true },
      after: { automatic: false },
    });
    if (held.learnerId)
      await enqueue(tx, notifyLearner, {
        ...{
          learnerId: held.learnerId,
          title: "Your automatic payments have ended",
          link: "/dashboard/purchasehistory",
        },
        text: "Our staff have stopped them. Please pay the instalments yourself.",
      });
  });
  return readPlan(ctx, saleId);
}

type WritingOff = { dueId: string; version: number; reason: string };

/** Nothing was invoiced for it, so the books need no credit note. */
export async function writeOff(ctx: StaffCtx, { dueId, version, reason }: WritingOff): Promise<SalePlan> {
  const saleId = await findSaleId(ctx.db, dueId);
  await ctx.db.transaction(async (tx) => {
    const { sale: held, dues, isOpen } = await lockSale(tx, saleId);
    const wanted = dues.find(({ id }) => id === dueId);
    if (!wanted || !isOpen(wanted)) throw new Refusal("DUE_SETTLED");
    refuseChanged(held, version);
    const now = ctx.clock.now();
    await tx.update(due).set({ state: "written off", settledAt: now }).where(eq(due.id, dueId));
    if (!dues.some((one) => one.id !== dueId && isOpen(one)))
      await endMandate(tx, saleId, { why: "Nothing more to take", now });
    // Nothing was paid and nothing is left to pay: nobody enrols with this sale any more.
    const isOver = held.state === "open" && !dues.some(({ id, state }) => id !== dueId && state !== "written off");
    await tx
      .update(sale)
      .set({ version: version + 1, ...(isOver ? { state: "withdrawn", refusal: reason } : {}) })
      .where(eq(sale.id, saleId));
    await record(tx, ctx, held, {
      action: isOver ? "Wrote off the last instalment of a sale, which is withdrawn" : "Wrote off an instalment",
      before: { state: "open" },
      after: { state: "written off", part: wanted.number, amount: moneyText(wanted.amountInPaise), reason },
    });
    await liftIfPaid(tx, held, { change: "lifted", now });
  });
  return readPlan(ctx, saleId);
}
