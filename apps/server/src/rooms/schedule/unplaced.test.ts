import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Db } from "../../db/connect.ts";
import { unplacedPurchase } from "../../db/tables/schedule.ts";
import { testDay } from "../../test/global-setup.ts";
import { testInstitute } from "../../test/institute.ts";

const institute = await testInstitute();
const { db } = institute;
const at = sql`${testDay.toISOString()}::timestamptz`;

/** `PLACE_RUNS=500` tries that many histories; `PLACE_SEED=…` repeats those of a run. */
const numRuns = Number(process.env.PLACE_RUNS ?? 15);
const seed = Number(process.env.PLACE_SEED ?? (process.env.PLACE_RUNS ? Date.now() % 2 ** 31 : 20_261_119));

const which = fc.nat({ max: 3 });
const step = fc.oneof(
  fc.record({ does: fc.constant("place" as const), which, batch: fc.nat({ max: 1 }) }),
  fc.record({ does: fc.constantFrom("leave" as const, "remove" as const), which }),
  fc.record({ does: fc.constantFrom("active", "suspended", "refunded", "transferred"), which }),
  fc.record({ does: fc.constant("empty" as const), batch: fc.nat({ max: 1 }) }),
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

/** Four purchases without a place, and two batches. */
async function begin() {
  const { rows } = await db.execute<{ id: string }>(sql`select id from course order by position limit 4`);
  const learnerId = randomUUID();
  await db.execute(sql`
    insert into learner (id, country_code, mobile_number, first_name, last_name, gender, date_of_birth, email, occupation,
      inst_or_org, state, country, created_at, updated_at)
    values (${learnerId}, '+0', ${learnerId}, 'Kavya', 'Raman', 'female', '2004-02-29', 'kavya@example.com', 'student', 'x', 'x',
      'india', ${at}, ${at})`);
  const purchases = rows.map((row) => ({ id: randomUUID(), courseId: row.id }));
  const batches = [randomUUID(), randomUUID()];
  for (const { id, courseId } of purchases)
    await db.execute(sql`insert into purchase (id, learner_id, course_id, batch_time, batch_type, purchased_at)
      values (${id}, ${learnerId}, ${courseId}, '9-10', 'week-days', ${at})`);
  for (const id of batches)
    await db.execute(sql`insert into batch (id, course_id, batch_time, batch_type, starts_at, ends_at)
      values (${id}, ${rows[0]?.id}, '9-10', 'week-days', ${at}, ${at} + interval '9 days')`);
  return { purchases: purchases.map(({ id }) => id), batches, learnerId };
}

type Begun = Awaited<ReturnType<typeof begin>>;

async function take(tx: Db, one: Step, { purchases, batches }: Begun): Promise<void> {
  const id = "which" in one ? purchases[one.which] : undefined;
  const batchId = "batch" in one ? batches[one.batch] : undefined;
  if (one.does === "place")
    await tx.execute(sql`insert into batch_place (purchase_id, batch_id, placed_at)
      select id, ${batchId}, ${at} from purchase where id = ${id}
      on conflict (purchase_id) do update set batch_id = excluded.batch_id`);
  else if (one.does === "leave") await tx.execute(sql`delete from batch_place where purchase_id = ${id}`);
  else if (one.does === "remove") await tx.execute(sql`delete from purchase where id = ${id}`);
  else if (one.does === "empty") await tx.execute(sql`delete from batch_place where batch_id = ${batchId}`);
  else await tx.execute(sql`update purchase set state = ${one.does} where id = ${id}`);
}

async function compare({ learnerId }: Begun) {
  const { rows } = await db.execute<{ isUnplaced: boolean; isKept: boolean }>(sql`
    select p.state in ('active', 'suspended') and not exists (select from batch_place where purchase_id = p.id) as "isUnplaced",
      exists (select from ${unplacedPurchase} where purchase_id = p.id) as "isKept"
    from purchase p where p.learner_id = ${learnerId}`);
  return rows;
}

test("after any history the database keeps exactly the purchases without a place", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(step, fc.boolean()), { minLength: 3, maxLength: 20 }), async (history) => {
      const begun = await begin();
      for (const [one, isKept] of history) {
        await db
          .transaction(async (tx) => {
            await take(tx, one, begun);
            if (!isKept) tx.rollback();
          })
          .catch((error) => {
            if (isKept) throw error;
          });
        for (const { isUnplaced, isKept } of await compare(begun)) expect(isKept).toBe(isUnplaced);
      }
    }),
    { numRuns, seed },
  );
}, 120_000);

test("of changes at the same moment none leaves out a purchase without a place", async () => {
  const histories = fc.array(fc.array(step, { minLength: 1, maxLength: 2 }), { minLength: 4, maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(histories, async (together) => {
      const begun = await begin();
      const done = await Promise.allSettled(
        together.map((steps) =>
          db.transaction(async (tx) => {
            for (const one of steps) await take(tx, one, begun);
          }),
        ),
      );
      // Two that take the same rows in another order: PostgreSQL ends one of them.
      for (const one of done)
        if (one.status === "rejected") expect(String(one.reason.cause ?? one.reason)).toMatch(/deadlock|foreign key/);
      for (const { isUnplaced, isKept } of await compare(begun)) if (isUnplaced) expect(isKept).toBe(true);
    }),
    { numRuns, seed },
  );
}, 120_000);

test("an erased learner leaves nothing behind", async () => {
  const begun = await begin();
  await take(db, { does: "place", which: 0, batch: 0 }, begun);
  await db.execute(sql`delete from learner where id = ${begun.learnerId}`);
  const ids = sql.param(begun.purchases);
  expect(await db.$count(unplacedPurchase, sql`${unplacedPurchase.purchaseId} = any(${ids}::uuid[])`)).toBe(0);
});
