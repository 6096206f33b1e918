import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { learner } from "../../db/tables/account.ts";
import { due, dueChange, dueSum, sale } from "../../db/tables/due.ts";
import { purchase } from "../../db/tables/enrolment.ts";
import { testInstitute } from "../../test/institute.ts";
import { newLearner } from "../../test/learner.ts";
import { giveCourse } from "../../test/paying.ts";
import { newPlan } from "../../test/plans.ts";
import { randomSteps } from "../../test/random-steps.ts";
import { sumByDay, updateDueSums } from "./sums.ts";

const institute = await testInstitute();
const { db } = institute;
await db.update(due).set({ state: "cancelled" });
const { any, oneOf, doSome } = randomSteps();
const keep = () => updateDueSums({ db });

const days = ["2026-09-01", "2026-10-01", "2026-11-01"];
const isAny = (table: string) =>
  sql`id = (select id from ${sql.raw(table)} order by md5(id::text || ${any(1e9)}::text) limit 1)`;

const steps = {
  pay: () =>
    db
      .update(due)
      .set({ state: oneOf(["open", "paid", "written off"] as const) })
      .where(isAny("due")),
  replan: () =>
    db
      .update(due)
      .set({ dueOn: oneOf(days), amountInPaise: 100 + any(900) })
      .where(isAny("due")),
  add: () =>
    db.execute(sql`insert into due (sale_id, number, amount_in_paise, due_on, link_token)
      select id, ${1000 + any(30_000)}, 700, '2026-10-01', ${randomUUID()} from sale where ${isAny("sale")} on conflict do nothing`),
  remove: () => db.delete(due).where(sql`${isAny("due")} and order_id is null`),
  decide: () =>
    db
      .update(sale)
      .set({ state: oneOf(["waiting", "open", "bought", "withdrawn"] as const) })
      .where(isAny("sale")),
  buy: () =>
    db.execute(
      sql`update sale set purchase_id = (select p.id from purchase p order by random() limit 1) where ${isAny("sale")}`,
    ),
  refund: () =>
    db
      .update(purchase)
      .set({ state: oneOf(["active", "suspended", "refunded"] as const) })
      .where(isAny("purchase")),
  forget: () => db.execute(sql`update sale set learner_id = null where ${isAny("sale")}`),
  giveUp: () =>
    db
      .transaction(async (tx) => {
        await tx.update(sale).set({ state: "withdrawn" }).where(isAny("sale"));
        tx.rollback();
      })
      .catch(() => {}),
  keep,
};

async function countAll() {
  const { rows } = await db.execute<{ dueOn: string; count: number; amountInPaise: number }>(sql`
    select due_on::text as "dueOn", count(*)::int as count, sum(due.amount_in_paise)::float8 as "amountInPaise"
    from due join sale on sale.id = sale_id join learner on learner.id = sale.learner_id left join purchase on purchase.id = purchase_id
    where due.state = 'open' and sale.state in ('open', 'bought') and (purchase_id is null or purchase.state in ('active', 'suspended'))
    group by due_on order by due_on`);
  return rows;
}

const kept = async () => (await sumByDay(db)).toSorted((a, b) => a.dueOn.localeCompare(b.dueOn));

test("after any history the sums of dues say what a count of all says", { timeout: 120_000 }, async () => {
  for (const courseId of ["python", "sql", "react", "mern"]) {
    const me = await newLearner(institute);
    await giveCourse(institute, me, { courseId: "python" });
    await newPlan(institute, me, { courseId, dues: days.map((dueOn) => ({ dueOn })) });
    await newPlan(institute, me, { courseId: "frontend", dues: days.map((dueOn) => ({ dueOn })) });
  }
  for (let round = 0; round < 40; round++) {
    const done = await doSome(steps);
    expect(await kept(), done).toEqual(await countAll());
    if (any(4) === 0) await db.update(sale).set({ learnerId: sql`(select id from ${learner} limit 1)`, state: "open" });
  }
  await keep();
  expect(await db.$count(dueChange)).toBe(0);
  expect(await kept()).toEqual(await countAll());
});

test("days of which everything is settled leave no sum", async () => {
  await db.update(due).set({ state: "paid" }).where(eq(due.state, "open"));
  await keep();
  expect(await db.$count(dueSum)).toBe(0);
});
