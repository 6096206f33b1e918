import { type OutstandingDue, Refusal } from "@shoreline/contract";
import { addDays, isDay } from "@shoreline/domain/batch";
import { ageOf, type DueAge, daysAfter, dueAges } from "@shoreline/domain/instalments";
import { and, asc, eq, gte, inArray, lt, type SQL, sql } from "drizzle-orm";
import type { StaffCtx } from "../../context.ts";
import type { Db } from "../../db/connect.ts";
import { cutPage, notAnEnd, readCursor } from "../../db/cursor.ts";
import { learner } from "../../db/tables/account.ts";
import { course } from "../../db/tables/course.ts";
import { due, sale } from "../../db/tables/due.ts";
import { purchase } from "../../db/tables/enrolment.ts";
import { mandate } from "../../db/tables/mandate.ts";
import { fullName, numberOf } from "../account/queries.ts";
import { inForce } from "../due/mandate.ts";
import { isBoughtElsewhere, partsOf, readDay } from "../due/queries.ts";
import { isOfLearnerWith } from "../inbox/words.ts";
import { isOutstanding, sumByDay } from "./sums.ts";

const duesAtOnce = 100;

type Asked = { age?: DueAge | undefined; words?: string | undefined; after?: string | undefined };

/** In the order of the index `due_open`. */
export async function listOutstanding({ db, clock }: StaffCtx, { age, words, after }: Asked) {
  const today = await readDay(db, clock.now());
  const rows = await db
    .select({
      ...{ id: due.id, key: due.dueOn, due, sale, who: learner, course: course.name, state: purchase.state },
      isBoughtElsewhere,
      count: partsOf(sale.id),
      mandate: mandate.state,
      hasFailed: sql<boolean>`exists (select from mandate_charge c where c.due_id = ${due.id} and c.state = 'failed')`,
      reminders: sql<number>`(select count(*)::int from due_notice sent where sent.due_id = ${due.id} and sent.kind = 'reminder')`,
    })
    .from(due)
    .innerJoin(sale, eq(sale.id, due.saleId))
    .innerJoin(learner, eq(learner.id, sale.learnerId))
    .innerJoin(course, eq(course.id, sale.courseId))
    .leftJoin(purchase, eq(purchase.id, sale.purchaseId))
    .leftJoin(mandate, and(eq(mandate.saleId, sale.id), inArray(mandate.state, inForce)))
    .where(
      and(
        isOutstanding,
        age ? isOfAge(age, today) : undefined,
        words ? await isOfLearnerWith(db, words, sale.learnerId) : undefined,
        after ? isLater(after) : undefined,
      ),
    )
    .orderBy(asc(due.dueOn), asc(due.id))
    .limit(duesAtOnce + 1);
  const { page, next } = cutPage(rows, duesAtOnce);
  const dues = page.map(
    ({ due: one, sale: agreed, who, course: name, state, count, reminders, ...row }): OutstandingDue => ({
      ...{ dueId: one.id, saleId: agreed.id, learner: fullName(who), phone: numberOf(who), course: name },
      ...{ number: one.number, count, amountInPaise: one.amountInPaise, dueOn: one.dueOn },
      ...{ age: ageOf(one.dueOn, today), daysLate: daysAfter(one.dueOn, today), reminders },
      isOnHold: state === "suspended" && agreed.restrictedAt !== null,
      isBoughtElsewhere: row.isBoughtElsewhere,
      automatic: row.hasFailed ? "failed" : row.mandate === "active" || row.mandate === "paused" ? row.mandate : null,
    }),
  );
  return { dues, next, ages: await sumAges(db, today) };
}

/** The first day of each age, and the day after its last one, counted back from today. */
const borders: Record<DueAge, { from: number | null; until: number | null }> = {
  "not due yet": { from: 0, until: null },
  "1 to 30 days": { from: -30, until: 0 },
  "31 to 60 days": { from: -60, until: -30 },
  "61 to 90 days": { from: -90, until: -60 },
  "over 90 days": { from: null, until: -90 },
};

function isOfAge(age: DueAge, today: string): SQL | undefined {
  const { from, until } = borders[age];
  return and(
    from === null ? undefined : gte(due.dueOn, addDays(today, from)),
    until === null ? undefined : lt(due.dueOn, addDays(today, until)),
  );
}

async function sumAges(db: Db, today: string) {
  const byDay = await sumByDay(db);
  return dueAges.map((age) => {
    const own = byDay.filter(({ dueOn }) => ageOf(dueOn, today) === age);
    return {
      age,
      count: own.reduce((sum, one) => sum + one.count, 0),
      amountInPaise: own.reduce((sum, one) => sum + one.amountInPaise, 0),
    };
  });
}

function isLater(after: string): SQL {
  const { key, id } = readCursor(after);
  if (!isDay(key) || key < "1900") throw new Refusal("INVALID_INPUT", { fields: { after: notAnEnd } });
  return sql`(${due.dueOn}, ${due.id}) > (${key}::date, ${id}::uuid)`;
}
