import { addDays, dayAt } from "@shoreline/domain/batch";
import { type OverdueRules, reminderFor } from "@shoreline/domain/instalments";
import { and, asc, eq, gte, inArray, isNotNull, lte, not, notExists, sql } from "drizzle-orm";
import type { Deps } from "../../context.ts";
import type { Db } from "../../db/connect.ts";
import { due, dueNotice, sale } from "../../db/tables/due.ts";
import { mandate } from "../../db/tables/mandate.ts";
import { enqueueAll } from "../../jobs/queue.ts";
import { inSteps, rowsPerStep } from "../../steps.ts";
import { readInstitute } from "../site/queries.ts";
import { isTakenByMandate } from "./charge-plan.ts";
import { isDaytime } from "./daytime.ts";
import { sendDueNotice } from "./jobs.ts";
import { isBoughtElsewhere } from "./queries.ts";
import { restrictJoining } from "./restrict.ts";
import { readMoneySettings } from "./settings.ts";

/** Reminds payers and restricts joining. Each reminder goes out once, however many processes run this. */
export async function watchAll({ db, clock }: Deps): Promise<void> {
  const now = clock.now();
  const { timeZone } = await readInstitute(db);
  if (!isDaytime(now, timeZone)) return;
  const today = dayAt(now, timeZone);
  const { overdue: rules, automaticPayments } = await readMoneySettings(db);
  // Before the reminders, so that nobody is told that joining will end when it has.
  await restrictJoining(db, { today, now, restrictAfter: rules.restrictAfter });
  await inSteps((after: Open | undefined) => remind(db, { rules, today, now, after, automaticPayments }));
}

type Open = { id: string; dueOn: string; lastReminder: number | null };
type Step = { rules: OverdueRules; today: string; now: Date; after: Open | undefined; automaticPayments: boolean };

/** Who pays automatically is told of the day, and is not asked to pay unless it fails. */
function takenSoon(tx: Db, today: string) {
  return tx
    .select({ one: sql`1` })
    .from(mandate)
    .where(
      and(
        isTakenByMandate,
        gte(due.dueOn, addDays(today, -1)),
        sql`not exists (select from mandate_charge c where c.due_id = ${due.id} and c.state = 'failed')`,
      ),
    );
}

async function remind(db: Db, { rules, today, now, after, automaticPayments }: Step): Promise<Open[]> {
  const ahead = Math.max(0, ...rules.remindOn.map((day) => -day));
  return db.transaction(async (tx) => {
    // A due that is being settled at this moment needs no reminder.
    const open = await tx
      .select({ id: due.id, dueOn: due.dueOn, lastReminder: due.lastReminder })
      .from(due)
      .innerJoin(sale, eq(sale.id, due.saleId))
      .where(
        and(
          eq(due.state, "open"),
          lte(due.dueOn, addDays(today, ahead)),
          inArray(sale.state, ["open", "bought"]),
          isNotNull(sale.learnerId),
          not(isBoughtElsewhere),
          automaticPayments ? notExists(takenSoon(tx, today)) : undefined,
          after && sql`(${due.dueOn}, ${due.id}) > (${after.dueOn}, ${after.id}::uuid)`,
        ),
      )
      .orderBy(asc(due.dueOn), asc(due.id))
      .limit(rowsPerStep)
      .for("update", { of: due, skipLocked: true });
    const reminders = open.flatMap((one) => {
      const day = reminderFor(one, { today, rules });
      return day === null ? [] : [{ dueId: one.id, day }];
    });
    if (reminders.length === 0) return open;
    await tx.execute(sql`
      update due set last_reminder = r.day
      from json_to_recordset(${JSON.stringify(reminders)}::json) as r("dueId" uuid, day smallint)
      where due.id = r."dueId"`);
    const notices = await tx
      .insert(dueNotice)
      .values(reminders.map((one) => ({ ...one, kind: "reminder" as const, sentAt: now })))
      .returning({ noticeId: dueNotice.id });
    await enqueueAll(tx, sendDueNotice, notices);
    return open;
  });
}
