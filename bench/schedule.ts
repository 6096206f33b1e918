import { scheduleQuery } from "../apps/server/src/rooms/schedule/queries.ts";
import { stopAll } from "./product.mjs";
import { explain, measure, withDatabase } from "./query.ts";

const batches = 40;
const learners = 20_000;
const classes = 50;

/** One course with many batches and learners; every learner attended every class. */
const fill = [
  `insert into course (course_id, name, image, field, level, position, description, duration_in_hours, price_in_paise, outcomes, syllabus, questions)
   values ('python', 'Python', '/x.svg', 'web', 'beginner', 1, 'x', 40, 0, '[]', '[]', '[]')`,
  `insert into learner (country_code, mobile_number, first_name, last_name, gender, date_of_birth, email, occupation, inst_or_org, state, country, skills, created_at, updated_at)
   select '+91', (9000000000 + n)::text, 'Kavya', 'Raman', 'female', '2004-02-29', 'kavya@example.com', 'student', 'x', 'x', 'india', '[]', now(), now()
   from generate_series(1, ${learners}) n`,
  `insert into batch (course_id, batch_time, batch_type, starts_at, ends_at)
   select c.id, '9-10', 'week-days', now() - n * interval '1 day', now() + interval '60 days'
   from course c, generate_series(1, ${batches}) n`,
  `insert into live_class (batch_id, number, starts_at, minutes, topic, trainer_name, changed_at)
   select b.id, n, now() + n * interval '1 day', 60, 'A topic', 'A trainer', now() from batch b, generate_series(1, ${classes}) n`,
  `insert into purchase (learner_id, course_id, batch_time, batch_type, purchased_at)
   select l.id, c.id, '9-10', 'week-days', now() from learner l, course c`,
  `insert into batch_place (purchase_id, batch_id, placed_at)
   select p.id, b.id, now()
   from (select id, row_number() over (order by id) % ${batches} as n from purchase) p
   join (select id, row_number() over (order by id) % ${batches} as n from batch) b using (n)`,
  `insert into attendance (learner_id, class_id, first_joined_at, last_joined_at)
   select p.learner_id, c.id, now(), now() from purchase p join batch_place b on b.purchase_id = p.id join live_class c on c.batch_id = b.batch_id`,
  "vacuum analyze",
];

await withDatabase(async ({ db, pool }) => {
  for (const statement of fill) await pool.query(statement);
  const { rows } = await pool.query(
    "select (select count(*) from attendance) as visits, (select id from learner limit 1) as id",
  );
  const query = scheduleQuery(db, { learnerId: rows[0].id, courseId: "python" });
  console.log(`One schedule among ${rows[0].visits} attendances:\n\n${await explain(pool, query)}\n`);
  const indexed = await measure(pool, query, { name: "indexed" });
  await pool.query("set enable_bitmapscan = off; set enable_indexscan = off; set enable_indexonlyscan = off");
  const scanned = await measure(pool, query, { name: "scanned", rounds: 5 });
  console.log(`Without the indexes the same query takes ${(scanned / indexed).toFixed(0)} times as long.`);
});
await stopAll();
