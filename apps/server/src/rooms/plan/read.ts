import { Refusal, type SaleDue, type SalePlan } from "@shoreline/contract";
import type { NoticeChannel } from "@shoreline/domain/account";
import { and, asc, eq, ne } from "drizzle-orm";
import type { Deps } from "../../context.ts";
import type { Db } from "../../db/connect.ts";
import { learner } from "../../db/tables/account.ts";
import { course } from "../../db/tables/course.ts";
import { due, dueNotice, sale } from "../../db/tables/due.ts";
import { invoice, purchase } from "../../db/tables/enrolment.ts";
import { staff } from "../../db/tables/staff.ts";
import { channelReader } from "../../messages/compose.ts";
import { feeTemplates } from "../../messages/templates.ts";
import { fullName, type LearnerRow, numberOf } from "../account/queries.ts";
import { findLastMandate } from "../due/mandate.ts";
import { isBoughtElsewhere, readDay } from "../due/queries.ts";
import { stateOfDue } from "../due/state.ts";

/** A sale as the console shows it, after a change too. */
export async function readPlan(deps: Deps, saleId: string): Promise<SalePlan> {
  const { db, clock, publicUrl } = deps;
  const [found] = await db
    .select({ sale, who: learner, course: course.name, purchaseState: purchase.state, isBoughtElsewhere })
    .from(sale)
    .innerJoin(course, eq(course.id, sale.courseId))
    .leftJoin(learner, eq(learner.id, sale.learnerId))
    .leftJoin(purchase, eq(purchase.id, sale.purchaseId))
    .where(eq(sale.id, saleId));
  if (!found) throw new Refusal("UNKNOWN_SALE");
  const { sale: agreed, who, purchaseState } = found;
  const rows = await db
    .select({ due, invoice: invoice.number })
    .from(due)
    .leftJoin(invoice, eq(invoice.orderId, due.orderId))
    .where(and(eq(due.saleId, saleId), ne(due.state, "cancelled")))
    .orderBy(asc(due.number));
  const notices = await db
    .select({ notice: dueNotice, by: staff.name })
    .from(dueNotice)
    .innerJoin(due, eq(due.id, dueNotice.dueId))
    .leftJoin(staff, eq(staff.id, dueNotice.sentBy))
    .where(eq(due.saleId, saleId))
    .orderBy(asc(dueNotice.sentAt));
  const isOpen = (one: typeof due.$inferSelect) => stateOfDue({ ...found, due: one }) === "open";
  const dues = rows.map(
    ({ due: one, invoice: number }): SaleDue => ({
      ...{ dueId: one.id, number: one.number, amountInPaise: one.amountInPaise, dueOn: one.dueOn, state: one.state },
      ...{ settledAt: one.settledAt?.toISOString() ?? null, invoice: number },
      payUrl: isOpen(one) ? `${publicUrl}/pay/${one.linkToken}` : null,
      notices: notices
        .filter(({ notice }) => notice.dueId === one.id)
        .map(({ notice: { kind, day, channel, sentAt }, by }) => ({
          ...{ kind, day, channel, sentAt: sentAt.toISOString(), by },
        })),
    }),
  );
  return {
    ...{ saleId, state: agreed.state, version: agreed.version, course: found.course, dues },
    learner: who ? fullName(who) : "",
    priceInPaise: agreed.listPriceInPaise - agreed.discountInPaise,
    openInPaise: rows.reduce((sum, { due: one }) => sum + (isOpen(one) ? one.amountInPaise : 0), 0),
    isOnHold: purchaseState === "suspended" && agreed.restrictedAt !== null,
    isBoughtElsewhere: found.isBoughtElsewhere && agreed.state === "open",
    leniencyUntil: agreed.leniencyUntil,
    today: await readDay(db, clock.now()),
    ways: who ? await waysTo(deps, who) : [],
    automatic: await readAutomatic(db, saleId),
  };
}

async function readAutomatic(db: Db, saleId: string): Promise<SalePlan["automatic"]> {
  const found = await findLastMandate(db, saleId);
  if (!found) return null;
  const { state, begunAt, endedAt, why, maxInPaise, failed } = found;
  return {
    ...{ state, begunAt: begunAt.toISOString(), endedAt: endedAt?.toISOString() ?? null, why, maxInPaise },
    failed: failed?.at ? { number: failed.number, at: failed.at.toISOString(), why: failed.why } : null,
  };
}

/** How a learner can be reached: the chosen channel first. */
export async function waysTo(deps: Deps, who: LearnerRow): Promise<{ channel: NoticeChannel; to: string }[]> {
  const channelsOf = await channelReader(deps, feeTemplates);
  return channelsOf(who.countryCode)
    .filter((channel) => channel !== "mail" || who.email !== "")
    .toSorted((one, other) => Number(other === who.noticeChannel) - Number(one === who.noticeChannel))
    .map((channel) => ({ channel, to: channel === "mail" ? who.email : numberOf(who) }));
}
