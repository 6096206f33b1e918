import { addDays, dayAt } from "@shoreline/domain/batch";
import { chargeDay, mostCharges, noticeDays } from "@shoreline/domain/mandate";
import { and, asc, eq, gt, inArray, isNotNull, isNull, lt, lte, or, sql } from "drizzle-orm";
import type { Deps } from "../../context.ts";
import type { Db } from "../../db/connect.ts";
import { due, dueNotice, sale } from "../../db/tables/due.ts";
import { mandate, mandateCharge } from "../../db/tables/mandate.ts";
import { enqueueAll } from "../../jobs/queue.ts";
import { inSteps, rowsPerStep, workOnRow } from "../../steps.ts";
import { readInstitute } from "../site/queries.ts";
import { isDaytime } from "./daytime.ts";
import { sendDueNotice, takeDue } from "./jobs.ts";
import { endIdle, listUnconfirmed, readMandate } from "./mandate.ts";
import { readMoneySettings } from "./settings.ts";

/** Plans what is taken by mandates, and has it taken on its day. Each step happens once, however many processes run this. */
export async function chargeAll(deps: Deps): Promise<void> {
  const { db, clock } = deps;
  const now = clock.now();
  const { timeZone } = await readInstitute(db);
  const today = dayAt(now, timeZone);
  await endIdle(db, { today, now });
  if (!(await readMoneySettings(db)).automaticPayments || !isDaytime(now, timeZone)) return;
  for (const row of await listUnconfirmed(db))
    await workOnRow(deps, { mandateId: row.id }, async () => void (await readMandate(deps, row)));
  await inSteps(() => planCharges(db, { today, now }));
  await inSteps((after: Waiting | undefined) => enqueueWaiting(db, { today, now, after }));
}

/** An instalment that a mandate may take. `isAgreed` of the domain, as a condition. */
export const isTakenByMandate = and(
  eq(mandate.saleId, due.saleId),
  eq(mandate.state, "active"),
  lte(due.amountInPaise, mandate.maxInPaise),
  gt(due.dueOn, mandate.begunOn),
  lt(due.dueOn, mandate.expiresOn),
);

/** The learner is told in the same transaction. */
async function planCharges(db: Db, { today, now }: { today: string; now: Date }) {
  return db.transaction(async (tx) => {
    const open = await tx
      .select({ dueId: due.id, dueOn: due.dueOn, amountInPaise: due.amountInPaise, mandateId: mandate.id })
      .from(due)
      .innerJoin(mandate, isTakenByMandate)
      .innerJoin(sale, eq(sale.id, due.saleId))
      .where(
        and(
          eq(due.state, "open"),
          lte(due.dueOn, addDays(today, noticeDays)),
          inArray(sale.state, ["open", "bought"]),
          isNotNull(sale.learnerId),
          sql`not exists (select from mandate_charge c where c.due_id = ${due.id} and c.state in ('planned', 'sent'))`,
          sql`(select count(*) from mandate_charge c where c.due_id = ${due.id} and c.state = 'failed') < ${mostCharges}`,
        ),
      )
      .orderBy(asc(due.dueOn), asc(due.id))
      .limit(rowsPerStep)
      .for("update", { of: due, skipLocked: true });
    if (open.length === 0) return open;
    await tx.insert(mandateCharge).values(
      open.map(({ dueOn, ...one }) => ({
        ...{ ...one, chargeOn: chargeDay(dueOn, today), state: "planned" as const, plannedAt: now },
      })),
    );
    const notices = await tx
      .insert(dueNotice)
      .values(open.map(({ dueId }) => ({ dueId, kind: "automatic" as const, sentAt: now })))
      .returning({ noticeId: dueNotice.id });
    await enqueueAll(tx, sendDueNotice, notices);
    return open;
  });
}

type Waiting = { chargeId: string; chargeOn: string };

/** After this long without an answer we look at the provider. */
const answerWithinMs = 3_600_000;

/** What is to be announced, what is to be taken today, and what has no answer. */
async function enqueueWaiting(db: Db, { today, now, after }: { today: string; now: Date; after: Waiting | undefined }) {
  const waiting = await db
    .select({ chargeId: mandateCharge.id, chargeOn: mandateCharge.chargeOn })
    .from(mandateCharge)
    .where(
      and(
        inArray(mandateCharge.state, ["planned", "sent"]),
        or(
          isNull(mandateCharge.orderId),
          and(eq(mandateCharge.state, "planned"), lte(mandateCharge.chargeOn, today)),
          lt(mandateCharge.sentAt, new Date(now.getTime() - answerWithinMs)),
        ),
        after && sql`(${mandateCharge.chargeOn}, ${mandateCharge.id}) > (${after.chargeOn}, ${after.chargeId}::uuid)`,
      ),
    )
    .orderBy(asc(mandateCharge.chargeOn), asc(mandateCharge.id))
    .limit(rowsPerStep);
  await enqueueAll(
    db,
    takeDue,
    waiting.map(({ chargeId }) => ({ chargeId })),
  );
  return waiting;
}
