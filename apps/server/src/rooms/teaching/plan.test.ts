import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { testDay } from "../../test/global-setup.ts";
import { testInstitute } from "../../test/institute.ts";
import { asOwner } from "../../test/owner.ts";
import { newStaff } from "../../test/staff.ts";
import { pageOf } from "./list.ts";

const institute = await testInstitute();
const { db } = institute;
const trainer = await newStaff(institute, ["trainer"], "Nisha Kurian");

/** A few thousand classes, so that the planner has something to avoid. */
for (const statement of [
  "insert into batch (course_id, batch_time, batch_type, starts_at, ends_at) select id, '9-10', 'week-days', '2020-01-01', '2020-12-31' from course limit 1",
  `insert into live_class (batch_id, number, starts_at, minutes, topic, trainer_name, changed_at)
   select (select id from batch where starts_at = '2020-01-01'), n, '2020-01-01'::timestamptz + n * interval '1 hour', 60, 'Old', 'Somebody', now()
   from generate_series(1, 20000) n`,
  "vacuum analyze live_class",
])
  await asOwner(institute, statement);

const day = { begins: testDay, ends: new Date(testDay.getTime() + 86_400_000) };
const me = { id: trainer.person.id, name: trainer.person.name };

for (const when of ["today", "over", "coming", "past"] as const)
  for (const [who, own] of [["a trainer", me] as const, ["an owner", null] as const])
    test(`${who}'s classes, ${when}, come from an index`, async () => {
      const page = pageOf(db, { when, me, trainer: own, now: testDay, day, size: 26 });
      const { rows } = await db.execute<{ "QUERY PLAN": string }>(sql`explain ${page.getSQL()}`);
      const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
      expect(plan).toMatch(/live_class_(trainer|starts|of_day)/);
      expect(plan).not.toContain("Seq Scan on live_class");
      expect(plan).not.toContain("Seq Scan on attendance");
    });
