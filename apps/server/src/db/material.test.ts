import { expect, test } from "vitest";
import { emptyDatabase } from "../test/empty-database.ts";
import { applyMigrations, migrate, migrations } from "./migrate.ts";

test("links of classes of the release before are material, with their names, times and authors", async () => {
  const { pool } = await emptyDatabase();
  const client = await pool.connect();
  const all = migrations();
  const before = all.slice(
    0,
    all.findIndex(({ tag }) => tag.endsWith("_material")),
  );
  await applyMigrations(client, before);
  client.release();
  await pool.query(`
    insert into course (course_id, name, image, field, level, position, description, duration_in_hours, price_in_paise, outcomes, syllabus, questions)
    values ('python', 'Python', '', '', '', 1, '', 10, 100, '[]', '[]', '[]');
    insert into batch (course_id, batch_time, batch_type, starts_at, ends_at) select id, '9-10', 'week-days', now(), now() from course;
    insert into live_class (batch_id, number, starts_at, minutes, topic, trainer_name, changed_at) select id, 1, now(), 60, 'Loops', '', now() from batch;
    insert into class_material (class_id, name, url, added_at)
    select id, 'Slides ' || n, 'https://a.example/' || n, '2026-11-01' from live_class, generate_series(1, 3) n`);
  const old = await pool.query("select id, class_id, name, url, added_at from class_material order by name");

  await migrate(pool);

  const now = await pool.query("select id, class_id, name, url, added_at from material order by name");
  expect(now.rows).toEqual(old.rows);
  const { rows } = await pool.query(`
    select distinct m.kind, m.course_id = b.course_id and m.batch_id = b.id as "isPlaced"
    from material m join live_class c on c.id = m.class_id join batch b on b.id = c.batch_id`);
  expect(rows).toEqual([{ kind: "link", isPlaced: true }]);
});
