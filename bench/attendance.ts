// The class page, the lists of classes and the progress with a thousand attendances and with a million: they are read from indexes, so both take
// about the same time.
import type { SignedInCtx, StaffCtx } from "../apps/server/src/context.ts";
import { staff } from "../apps/server/src/db/tables/staff.ts";
import { progressHandlers } from "../apps/server/src/rooms/progress/handlers.ts";
import { listOwnBatches, readBatch } from "../apps/server/src/rooms/standing/read.ts";
import { listTaught } from "../apps/server/src/rooms/teaching/list.ts";
import { readClass, readMarks } from "../apps/server/src/rooms/teaching/read.ts";
import { markRoll } from "../apps/server/src/rooms/teaching/roll.ts";
import { stopAll } from "./product.mjs";
import { withDatabase } from "./query.ts";

const batches = 400;
const [classes, learners] = [50, 50];
const rounds = 9;
const now = new Date("2026-11-16T05:00:00Z");

/** Batches with these numbers: each has 50 learners of its own, who were in all of its classes before today. */
const fill = (from: number, to: number) => [...fillClasses(from, to), ...fillWork(from, to)];

const fillClasses = (from: number, to: number) => [
  `insert into staff (name, email, roles, invited_at)
   select 'Trainer ' || n, 'trainer' || n || '@example.com', '["trainer"]', now() from generate_series(${from}, ${to}) n`,
  `insert into batch (course_id, batch_time, batch_type, starts_at, ends_at, name, trainer_id)
   select (select id from course order by course_id limit 1), '9-10', 'week-days', '2026-09-28 03:30Z', '2026-11-16 04:30Z', 'batch ' || n, s.id
   from generate_series(${from}, ${to}) n join staff s on s.email = 'trainer' || n || '@example.com'`,
  `insert into live_class (batch_id, number, starts_at, minutes, topic, trainer_name, trainer_id, changed_at)
   select b.id, k, timestamptz '2026-11-16 04:50Z' - (${classes} - k) * interval '1 day', 60, 'Topic ' || k, s.name, s.id, now()
   from generate_series(${from}, ${to}) n join batch b on b.name = 'batch ' || n join staff s on s.id = b.trainer_id, generate_series(1, ${classes}) k`,
  `insert into learner (country_code, mobile_number, first_name, last_name, gender, email, date_of_birth, occupation, inst_or_org, state, country, created_at, updated_at)
   select '+91', (7000000000 + n * 100 + k)::text, 'Learner' || k, 'Batch' || n, 'female', 'l' || n || '-' || k || '@example.com', '2000-01-01', 'student', '', '', 'india', now(), now()
   from generate_series(${from}, ${to}) n, generate_series(1, ${learners}) k`,
  `insert into purchase (learner_id, course_id, batch_time, batch_type, purchased_at)
   select l.id, (select id from course order by course_id limit 1), '9-10', 'week-days', '2026-09-01'
   from generate_series(${from}, ${to}) n join learner l on l.last_name = 'Batch' || n`,
  `insert into batch_place (purchase_id, batch_id, placed_at)
   select p.id, b.id, now() from generate_series(${from}, ${to}) n join batch b on b.name = 'batch ' || n
   join learner l on l.last_name = 'Batch' || n join purchase p on p.learner_id = l.id`,
  ...["attendance", "attendance_change"].map(
    (table) =>
      `insert into ${table} ${table === "attendance" ? "(class_id, learner_id, first_joined_at, last_joined_at, source)" : "(class_id, learner_id, at, stored_at, source, mark)"}
       select c.id, p.learner_id, c.starts_at, c.starts_at, 'roll-call' ${table === "attendance" ? "" : ", 'present'"}
       from generate_series(${from}, ${to}) n join batch b on b.name = 'batch ' || n join live_class c on c.batch_id = b.id and c.number < ${classes}
       join batch_place place on place.batch_id = b.id join purchase p on p.id = place.purchase_id`,
  ),
];

/** Ten homework a batch, half of it done by everybody, and twenty recordings that everybody has watched. */
const fillWork = (from: number, to: number) => [
  `insert into homework (batch_id, title, text, due_on, set_at)
   select b.id, 'Homework ' || k, 'Do it', '2026-11-01', now() from generate_series(${from}, ${to}) n join batch b on b.name = 'batch ' || n, generate_series(1, 10) k`,
  `insert into homework_work (homework_id, learner_id, state, changed_at)
   select h.id, p.learner_id, 'done', now() from generate_series(${from}, ${to}) n join batch b on b.name = 'batch ' || n
   join homework h on h.batch_id = b.id and h.title < 'Homework 5' join batch_place place on place.batch_id = b.id join purchase p on p.id = place.purchase_id`,
  `insert into lesson_file (id, course_id, name, type, bytes, state, created_at)
   select md5(b.id::text || k)::uuid, b.course_id, 'film.mp4', 'video/mp4', 1, 'ready', now()
   from generate_series(${from}, ${to}) n join batch b on b.name = 'batch ' || n, generate_series(1, 20) k`,
  `insert into recording (course_id, batch_id, file_id, name, added_at)
   select b.course_id, b.id, md5(b.id::text || k)::uuid, 'Class ' || k, now()
   from generate_series(${from}, ${to}) n join batch b on b.name = 'batch ' || n, generate_series(1, 20) k`,
  `insert into watch (learner_id, recording_id, position, opened_at, reported_at, watched_at)
   select p.learner_id, r.id, 1, now(), now(), now() from generate_series(${from}, ${to}) n join batch b on b.name = 'batch ' || n
   join recording r on r.batch_id = b.id join batch_place place on place.batch_id = b.id join purchase p on p.id = place.purchase_id`,
];

await withDatabase(async ({ db, pool }) => {
  const ctxOf = async (email: string): Promise<StaffCtx> => {
    const found = (await db.select().from(staff)).find((one) => one.email === email);
    return { db, clock: { now: () => now }, staff: found } as unknown as StaffCtx;
  };
  const timesOf = async () => {
    await pool.query("vacuum analyze");
    const trainer = await ctxOf("trainer1@example.com");
    const owner = { ...trainer, staff: { ...trainer.staff, roles: ["owner" as const] } };
    const { classes: today } = await listTaught(trainer, { when: "today" });
    const classId = today[0]?.classId ?? "";
    const { roll } = await readClass(trainer, { classId });
    const learnerId = roll[0]?.learnerId ?? "";
    const batchId = (await listOwnBatches(trainer)).batches[0]?.batchId ?? "";
    const me = { ...trainer, learner: { id: learnerId } } as unknown as SignedInCtx;
    const mark = () => ({ markId: crypto.randomUUID(), learnerId, mark: "late" as const, at: now.toISOString() });
    const works = {
      "a trainer's past classes": () => listTaught(trainer, { when: "past" }),
      "all classes of today": () => listTaught(owner, { when: "today" }),
      "all past classes": () => listTaught(owner, { when: "past" }),
      "a class with 50 learners": () => readClass(trainer, { classId }),
      "the history of a learner": () => readMarks(trainer, { classId, learnerId }),
      "the progress of a batch with 50 learners": () => readBatch(trainer, { batchId }),
      "the progress of a learner": () => progressHandlers.list(me, {}),
      "a mark": () => markRoll(trainer, { classId, marks: [mark()], reason: "" }),
    };
    const times = new Map<string, number>();
    for (const [title, work] of Object.entries(works)) {
      const measured: number[] = [];
      for (let round = 0; round < rounds; round++) {
        const begun = performance.now();
        await work();
        measured.push(performance.now() - begun);
      }
      times.set(title, measured.sort((a, b) => a - b)[rounds >> 1] ?? 0);
    }
    return { times, count: Number((await pool.query("select count(*) from attendance")).rows[0].count) };
  };
  await pool.query(
    `insert into course (course_id, name, image, field, level, position, description, duration_in_hours, price_in_paise, outcomes, syllabus, questions)
     values ('python', 'Python', '/x.svg', 'web', 'beginner', 1, 'x', 50, 0, '[]', '[]', '[]')`,
  );
  await pool.query("insert into institute (profile) values ('{}')");
  for (const statement of fill(1, 1)) await pool.query(statement);
  const alone = await timesOf();
  for (const statement of fill(2, batches + 10)) await pool.query(statement);
  const among = await timesOf();
  const say = (count: number) => count.toLocaleString("en-IN");
  console.log(
    `\n| with attendances | ms, ${say(alone.count)} | ms, ${say(among.count)} | ratio |\n| --- | ---: | ---: | ---: |`,
  );
  for (const [title, ms] of among.times) {
    const before = alone.times.get(title) ?? 0;
    console.log(`| ${[title, before.toFixed(1), ms.toFixed(1), (ms / before).toFixed(1)].join(" | ")} |`);
  }
});
await stopAll();
