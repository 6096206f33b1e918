import {
  chargeDay,
  isAgreed,
  isOverMandate,
  type MandateState,
  mandateFor,
  mostCharges,
  nextMandateState,
} from "@shoreline/domain/mandate";
import { and, desc, eq, inArray, isNotNull, lt, notExists, or, type SQL, sql } from "drizzle-orm";
import type { Deps } from "../../context.ts";
import { anyOf } from "../../db/any-of.ts";
import type { Db } from "../../db/connect.ts";
import { due, sale } from "../../db/tables/due.ts";
import { purchase } from "../../db/tables/enrolment.ts";
import { mandate, mandateCharge } from "../../db/tables/mandate.ts";
import { paymentOrder } from "../../db/tables/payment.ts";
import type { PayloadOf } from "../../jobs/job.ts";
import { enqueue, enqueueAll } from "../../jobs/queue.ts";
import { inSteps, rowsPerStep } from "../../steps.ts";
import { findCourseById } from "../enrolment/queries.ts";
import { notifyLearner } from "../notification/jobs.ts";
import type { reportMandate } from "../payment/jobs.ts";
import { countFailed, findOpenCharge } from "./charges.ts";
import { cancelMandate } from "./jobs.ts";
import { type DueRow, listDues, type SaleRow } from "./queries.ts";
import { readMoneySettings } from "./settings.ts";

export type MandateRow = typeof mandate.$inferSelect;

const running = ["begun", "active", "paused"] satisfies MandateState[];
/** At most one of a sale. */
export const inForce = ["active", "paused"] satisfies MandateState[];

/** The mandate that takes instalments of a sale, or would if the payer had not paused it. */
export async function findMandate(db: Db, saleId: string): Promise<MandateRow | null> {
  const isInForce = and(eq(mandate.saleId, saleId), inArray(mandate.state, inForce));
  const [found] = await db.select().from(mandate).where(isInForce);
  return found ?? null;
}

type Paying = { sale: SaleRow; due: { amountInPaise: number; dueOn: string } };

/** What the payer of a part may tick, or null. */
export async function findMandateOffer(db: Db, { sale: agreed, due: paying }: Paying, today: string) {
  if (!(await readMoneySettings(db)).automaticPayments || (await findMandate(db, agreed.id))) return null;
  const open = (await listDues(db, agreed.id)).filter(({ state }) => state === "open");
  return mandateFor(paying, open, today);
}

/** The day on which a mandate takes this part, if it does. `isSent`: the provider was asked for the money. */
export async function findTaking(db: Db, { due: part }: { due: DueRow }, today: string) {
  const planned = await findOpenCharge(db, part.id);
  if (planned) return { on: planned.chargeOn, isSent: planned.state === "sent" };
  const agreed = await findMandate(db, part.saleId);
  const isTaken =
    agreed?.state === "active" &&
    isAgreed(part, agreed) &&
    (await countFailed(db, part.id)) < mostCharges &&
    (await readMoneySettings(db)).automaticPayments;
  return isTaken ? { on: chargeDay(part.dueOn, today), isSent: false } : null;
}

type Ending = { why: string; now: Date };

/**
 * Nothing more is taken for this sale; the provider is told by a job. What was asked for before may still come. False when nothing
 * was to be taken. Call it in the transaction of the decision.
 */
export async function endMandate(tx: Db, saleId: string, ending: Ending): Promise<boolean> {
  return (await endWhere(tx, eq(mandate.saleId, saleId), ending)).length > 0;
}

async function endWhere(tx: Db, which: SQL | undefined, { why, now }: Ending): Promise<MandateRow[]> {
  const over = await tx
    .update(mandate)
    .set({ state: "ended", endedAt: now, why })
    .where(and(which, inArray(mandate.state, running)))
    .returning();
  await dropPlanned(tx, over, { why, now });
  await enqueueAll(tx, cancelMandate, toCancel(over));
  return over;
}

async function dropPlanned(tx: Db, of: MandateRow[], { why, now }: Ending): Promise<void> {
  const ids = of.map(({ id }) => id);
  await tx
    .update(mandateCharge)
    .set({ state: "dropped", endedAt: now, why })
    .where(and(sql`${mandateCharge.mandateId} = ${anyOf(ids)}`, eq(mandateCharge.state, "planned")));
}

const toCancel = (rows: MandateRow[]) =>
  rows.filter(({ providerTokenId }) => providerTokenId).map(({ id }) => ({ mandateId: id }));

/** Tells the provider that a mandate is over. Without an answer the job is tried again. */
export async function cancelAtProvider({ db, payments }: Deps, { mandateId }: { mandateId: string }): Promise<void> {
  const [row] = await db.select().from(mandate).where(eq(mandate.id, mandateId));
  if (!row?.providerTokenId || !isOverMandate(row.state)) return;
  await payments.mandates.cancel({ customerId: row.providerCustomerId, tokenId: row.providerTokenId });
}

type Reported = PayloadOf<typeof reportMandate>;

/** A report names the mandate; where it stands we ask the provider. So reports may come late, twice and in any order. */
export async function applyReport(deps: Deps, { tokenId, providerOrderId }: Reported): Promise<void> {
  const { db } = deps;
  if (providerOrderId) {
    const ofOrder = db.select({ id: paymentOrder.id }).from(paymentOrder);
    await db
      .update(mandate)
      .set({ providerTokenId: tokenId })
      .where(
        and(
          inArray(mandate.orderId, ofOrder.where(eq(paymentOrder.providerOrderId, providerOrderId))),
          sql`${mandate.providerTokenId} is null`,
        ),
      );
  }
  // An unknown one is read when its payment is known.
  const [row] = await db.select().from(mandate).where(eq(mandate.providerTokenId, tokenId));
  if (row) await readMandate(deps, row);
}

/** Asks the provider where a mandate stands, and stores it. Who ticked it late pays nothing more than this part. */
export async function readMandate(deps: Deps, row: MandateRow): Promise<MandateState> {
  const { db, payments, clock } = deps;
  if (!row.providerTokenId) return row.state;
  if (isOverMandate(row.state)) {
    await cancelAtProvider(deps, { mandateId: row.id });
    return row.state;
  }
  const seen = await payments.mandates.read({ customerId: row.providerCustomerId, tokenId: row.providerTokenId });
  const now = clock.now();
  return db.transaction(async (tx) => {
    const [held] = await tx.select().from(sale).where(eq(sale.id, row.saleId)).for("update");
    const [before] = await tx.select().from(mandate).where(eq(mandate.id, row.id)).for("update");
    if (!held || !before) return row.state;
    const state = nextMandateState(before.state, seen);
    if (state === before.state) return state;
    const other = isOverMandate(state) ? null : await findMandate(tx, held.id);
    if (other && other.id !== before.id) {
      await endWhere(tx, eq(mandate.id, before.id), { why: "Another payer pays automatically", now });
      return "ended";
    }
    const ended = isOverMandate(state) ? { endedAt: now, why: endWords[seen] ?? "" } : {};
    const changed = await tx
      .update(mandate)
      .set({ state, ...ended })
      .where(eq(mandate.id, before.id))
      .returning();
    if (isOverMandate(state)) await dropPlanned(tx, changed, { why: ended.why ?? "", now });
    await tellLearner(tx, held, { before: before.state, state });
    return state;
  });
}

const endWords: Partial<Record<string, string>> = {
  rejected: "The bank did not accept it",
  cancelled: "Stopped at the bank",
};

const news: Record<Exclude<MandateState, "begun">, { title: string; text: string }> = {
  active: {
    title: "Automatic payments are on",
    text: "The later instalments are taken on their days. You are told before each one, and can stop it at any time.",
  },
  paused: {
    title: "Automatic payments are paused",
    text: "They were paused at the bank. Until they go on, please pay the instalments yourself.",
  },
  ended: {
    title: "Automatic payments have ended",
    text: "They were stopped at the bank. Please pay the instalments yourself.",
  },
  refused: {
    title: "Automatic payments could not be set up",
    text: "The bank did not accept it. Please pay the later instalments yourself.",
  },
};

async function tellLearner(tx: Db, held: SaleRow, { before, state }: { before: MandateState; state: MandateState }) {
  if (!held.learnerId || state === "begun") return;
  const { title, text } = before === "paused" && state === "active" ? resumed : news[state];
  const course = await findCourseById(tx, held.courseId);
  const named = `${course?.name ?? ""}: ${title.charAt(0).toLowerCase()}${title.slice(1)}`;
  await enqueue(tx, notifyLearner, {
    learnerId: held.learnerId,
    title: named,
    text,
    link: "/dashboard/purchasehistory",
  });
}

const resumed = { title: "Automatic payments go on", text: news.active.text };

/** The last check of an unpaid order is a week after it was placed. */
const begunForMs = 8 * 86_400_000;

/** Ends what has nothing more to take: the account is deleted, the course went back, or all is paid. */
export async function endIdle(db: Db, { today, now }: { today: string; now: Date }): Promise<void> {
  const openDue = db
    .select({ one: sql`1` })
    .from(due)
    .where(and(eq(due.saleId, sale.id), eq(due.state, "open")));
  await inSteps(() =>
    db.transaction(async (tx) => {
      const idle = await tx
        .select({ id: mandate.id })
        .from(mandate)
        .innerJoin(sale, eq(sale.id, mandate.saleId))
        .leftJoin(purchase, eq(purchase.id, sale.purchaseId))
        .where(
          and(
            inArray(mandate.state, running),
            or(
              sql`${sale.learnerId} is null`,
              eq(sale.state, "withdrawn"),
              inArray(purchase.state, ["refunded", "transferred"]),
              sql`${mandate.expiresOn} <= ${today}`,
              and(eq(mandate.state, "begun"), lt(mandate.begunAt, new Date(now.getTime() - begunForMs))),
              notExists(openDue),
            ),
          ),
        )
        .orderBy(mandate.id)
        .limit(rowsPerStep)
        .for("update", { of: mandate, skipLocked: true });
      const ids = idle.map(({ id }) => id);
      await endWhere(tx, sql`${mandate.id} = ${anyOf(ids)}`, { why: "Nothing more to take", now });
      return idle;
    }),
  );
}

/** Mandates whose confirmation we have not heard of. */
export async function listUnconfirmed(db: Db): Promise<MandateRow[]> {
  return db
    .select()
    .from(mandate)
    .where(and(eq(mandate.state, "begun"), isNotNull(mandate.providerTokenId)))
    .orderBy(mandate.id)
    .limit(rowsPerStep);
}

/** The newest of a sale that the bank has confirmed once, and the last attempt that failed; for those who look at the plan. */
export async function findLastMandate(db: Db, saleId: string) {
  const [found] = await db
    .select()
    .from(mandate)
    .where(and(eq(mandate.saleId, saleId), isNotNull(mandate.providerTokenId)))
    .orderBy(desc(mandate.begunAt))
    .limit(1);
  if (!found) return null;
  const [failed] = await db
    .select({ number: due.number, at: mandateCharge.endedAt, why: mandateCharge.why })
    .from(mandateCharge)
    .innerJoin(due, eq(due.id, mandateCharge.dueId))
    .where(and(eq(due.saleId, saleId), eq(mandateCharge.state, "failed")))
    .orderBy(desc(mandateCharge.endedAt))
    .limit(1);
  return { ...found, failed: failed ?? null };
}
