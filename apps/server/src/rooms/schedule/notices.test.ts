import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { afterEach, beforeAll, expect, test } from "vitest";
import { classNews } from "../../db/tables/schedule.ts";
import { rowsPerStep } from "../../steps.ts";
import { mostParameters } from "../../test/count-queries.ts";
import { failingAt } from "../../test/flaky.ts";
import { testDay } from "../../test/global-setup.ts";
import { testInstitute } from "../../test/institute.ts";
import { asOwner, countJobs } from "../../test/owner.ts";
import { cancelClass, moveClass } from "./change.ts";
import { notifyOfChange, sendReminders } from "./notices.ts";
import { placeLearners } from "./places.ts";

const institute = await testInstitute();
const { db, deps } = institute;
const hour = 3_600_000;

/** A batch of many learners with a class in half an hour. */
async function newClass({ learners, isPlaced = true }: { learners: number; isPlaced?: boolean }) {
  const startsAt = sql`${new Date(testDay.getTime() + hour / 2).toISOString()}::timestamptz`;
  const name = randomUUID();
  const [made] = await asOwner<{ classId: string; batchId: string }>(
    institute,
    sql`
    with about as (
      insert into course (course_id, name, image, field, level, position, description, duration_in_hours, price_in_paise,
        outcomes, syllabus, questions)
      values (${name}, 'Weaving', '/x.svg', 'web', 'beginner', 1, 'x', 40, 0, '[]', '[]', '[]') returning id
    ), run as (
      insert into batch (course_id, batch_time, batch_type, starts_at, ends_at)
      select id, '9-10', 'week-days', ${startsAt}, ${startsAt} + interval '1 hour' from about returning id, course_id
    ), people as (
      insert into learner (country_code, mobile_number, first_name, last_name, gender, date_of_birth, email, occupation,
        inst_or_org, state, country, created_at, updated_at)
      select '+0', ${name} || n, 'Kavya', 'Raman', 'female', '2004-02-29', n || '@' || ${name}, 'student', 'x', 'x', 'india',
        now(), now()
      from generate_series(1, ${learners}::int) n returning id
    ), bought as (
      insert into purchase (learner_id, course_id, batch_time, batch_type, purchased_at)
      select people.id, run.course_id, '9-10', 'week-days', ${testDay.toISOString()}::timestamptz from people, run
      returning id
    ), places as (
      insert into batch_place (purchase_id, batch_id, placed_at)
      select bought.id, run.id, now() from bought, run where ${isPlaced}
    )
    insert into live_class (batch_id, number, starts_at, minutes, topic, trainer_name, changed_at)
    select id, 1, ${startsAt}, 60, 'Warp and weft', 'Meera', now() from run
    returning id as "classId", batch_id as "batchId"`,
  );
  await asOwner(institute, "analyze");
  const { classId = "", batchId = "" } = made ?? {};
  const counts = async () => ({
    marks: await db.$count(classNews, eq(classNews.classId, classId)),
    mails: await countJobs(institute, "mail.write"),
    notifications: await countJobs(institute, "notification.add"),
  });
  return { classId, batchId, name, counts };
}

const all = (count: number) => ({ marks: count, mails: count, notifications: count });

const breakAddress = (email: string) => db.execute(sql`update learner set email = null where email = ${email}`);
const mendAddress = (email: string) => db.execute(sql`update learner set email = ${email} where email is null`);

beforeAll(() => asOwner(institute, "alter table learner alter email drop not null"));

async function clear() {
  await asOwner(institute, "delete from graphile_worker._private_jobs");
  await db.execute(sql`delete from live_class where topic = 'Warp and weft'`);
  institute.logged.length = 0;
}

afterEach(clear);

// 70,000 learners would be too many for one query. Five steps show the same: no query has more parameters than with two.
test("learners of many steps get one reminder each, and no query grows with them", async () => {
  const few = await newClass({ learners: 2 * rowsPerStep });
  const most = await mostParameters(() => sendReminders(deps));
  expect(await few.counts()).toEqual(all(2 * rowsPerStep));
  await clear();
  const { counts } = await newClass({ learners: 5 * rowsPerStep });
  expect(await mostParameters(() => sendReminders(deps))).toBe(most);
  expect(await counts()).toEqual(all(5 * rowsPerStep));
  await sendReminders(deps);
  expect(await counts()).toEqual(all(5 * rowsPerStep));
});

test.each([2 * rowsPerStep - 1, 2 * rowsPerStep, 2 * rowsPerStep + 1])(
  "%s learners get one reminder each, however many processes run",
  async (learners) => {
    const { counts } = await newClass({ learners });
    await Promise.all([sendReminders(deps), sendReminders(deps)]);
    expect(await counts()).toEqual(all(learners));
  },
);

test("a run that breaks off in the third step keeps the first two, and the next run does the rest", async () => {
  const { counts } = await newClass({ learners: 4 * rowsPerStep });
  await expect(sendReminders(failingAt(deps, 3))).rejects.toThrow("The connection is lost.");
  expect(await counts()).toEqual(all(2 * rowsPerStep));
  await sendReminders(deps);
  expect(await counts()).toEqual(all(4 * rowsPerStep));
});

test("a learner with a broken address is logged by id, the others get theirs, and the learner later", async () => {
  const { counts, name, classId } = await newClass({ learners: 20 });
  await breakAddress(`7@${name}`);
  await sendReminders(deps);
  expect(await counts()).toEqual(all(19));
  expect(institute.logged).toContainEqual(
    expect.objectContaining({ classId, learnerId: expect.any(String), msg: "a message could not be composed" }),
  );
  expect(JSON.stringify(institute.logged)).not.toContain(name);
  await mendAddress(`7@${name}`);
  await sendReminders(deps);
  expect(await counts()).toEqual(all(20));
});

test("a change reaches all learners but one with a broken address, and the job is tried again for that one", async () => {
  const { counts, name, classId } = await newClass({ learners: rowsPerStep + 20 });
  await moveClass(db, { classId, now: testDay, startsAt: new Date(testDay.getTime() + 90 * hour) });
  await asOwner(institute, "delete from graphile_worker._private_jobs");
  await breakAddress(`7@${name}`);
  const change = { classId, change: "moved" as const, sequence: 1, before: testDay.toISOString() };
  await expect(notifyOfChange(deps, change)).rejects.toThrow("Some learners were not notified");
  expect(await counts()).toEqual(all(rowsPerStep + 19));
  await mendAddress(`7@${name}`);
  for (let n = 0; n < 2; n++) await notifyOfChange(deps, change);
  expect(await counts()).toEqual(all(rowsPerStep + 20));
});

test("purchases that wait for a batch do not keep later ones from their place", async () => {
  const waiting = await newClass({ learners: 2 * rowsPerStep, isPlaced: false });
  await db.execute(sql`update batch set batch_time = '3-4' where id = ${waiting.batchId}`);
  const { batchId } = await newClass({ learners: rowsPerStep + 1, isPlaced: false });
  await Promise.all([placeLearners(db, { now: testDay }), placeLearners(db, { now: testDay })]);
  const { rows } = await db.execute(sql`
    select count(*) filter (where batch_id = ${batchId})::int as placed,
      count(*) filter (where batch_id = ${waiting.batchId})::int as waiting
    from batch_place`);
  expect(rows).toEqual([{ placed: rowsPerStep + 1, waiting: 0 }]);
});

type Routed = {
  email: string;
  channel: string;
  job: { to: string; template: string; instead: { sms: boolean; mail?: object } };
};

/** The text messages in the queue, with the learner's part of the address. */
async function listTexts(name: string): Promise<string[]> {
  const { rows } = await db.execute<Routed>(sql`
    select split_part(l.email, '@', 1) as email, j.payload ->> 'channel' as channel, j.payload as job
    from graphile_worker._private_jobs j
    join learner l on l.country_code || l.mobile_number = j.payload ->> 'to' and l.email like ${`%@${name}`}`);
  return rows
    .map(({ email, channel, job }) => {
      const instead = [job.instead.sms ? "sms" : [], job.instead.mail ? "mail" : []].flat().join(" and ");
      return `${email} ${channel} ${job.template} else ${instead || "nothing"}`;
    })
    .sort();
}

async function listMails(name: string): Promise<string[]> {
  const { rows } = await db.execute<{ to: string }>(sql`
    select split_part(payload ->> 'to', '@', 1) as "to" from graphile_worker._private_jobs
    where payload ->> 'to' like ${`%@${name}`} order by 1`);
  return rows.map(({ to }) => to);
}

/** Learner 1 has chosen mail, 2 SMS and 3 WhatsApp. */
async function newMixedClass() {
  const made = await newClass({ learners: 3 });
  await db.execute(sql`
    update learner set notice_channel = (array['mail', 'sms', 'whatsapp'])[split_part(email, '@', 1)::int]
    where email like ${`%@${made.name}`}`);
  return made;
}

test("a reminder goes by the learner's channel instead of mail, once", async () => {
  const { name, counts } = await newMixedClass();
  for (let n = 0; n < 2; n++) await sendReminders(deps);
  expect(await listMails(name)).toEqual(["1"]);
  expect(await listTexts(name)).toEqual([
    "2 sms class-reminder else mail",
    "3 whatsapp class-reminder else sms and mail",
  ]);
  expect(await counts()).toMatchObject({ marks: 3, notifications: 3 });
});

test("a moved class is reported by mail to all, and by the learner's channel too", async () => {
  const { name, classId } = await newMixedClass();
  await moveClass(db, { classId, now: testDay, startsAt: new Date(testDay.getTime() + 90 * hour) });
  const change = { classId, change: "moved" as const, sequence: 1, before: testDay.toISOString() };
  for (let n = 0; n < 2; n++) await notifyOfChange(deps, change);
  expect(await listMails(name)).toEqual(["1", "2", "3"]);
  expect(await listTexts(name)).toEqual(["2 sms class-moved else nothing", "3 whatsapp class-moved else sms"]);
});

test("a class that is called off less than three hours before its start is reported by SMS to all", async () => {
  const { name, classId } = await newMixedClass();
  await cancelClass(db, { classId, now: testDay });
  const change = { classId, change: "cancelled" as const, sequence: 1, before: testDay.toISOString() };
  for (let n = 0; n < 2; n++) await notifyOfChange(deps, change);
  expect(await listMails(name)).toEqual(["1", "2", "3"]);
  expect(await listTexts(name)).toEqual([
    "1 sms class-cancelled else nothing",
    "2 sms class-cancelled else nothing",
    "3 sms class-cancelled else nothing",
    "3 whatsapp class-cancelled else nothing",
  ]);
});

test("where the institute sends no SMS to a country, and has no WhatsApp, all notices go by mail", async () => {
  const { name, classId } = await newMixedClass();
  const poor = { ...deps, smsCountries: ["+91"], whatsapp: null };
  await sendReminders(poor);
  expect(await listMails(name)).toEqual(["1", "2", "3"]);
  await cancelClass(db, { classId, now: testDay });
  await notifyOfChange(poor, { classId, change: "cancelled", sequence: 1, before: testDay.toISOString() });
  expect(await listTexts(name)).toEqual([]);
});

test("a provider that needs ids is used only when every notice has one", async () => {
  const { name } = await newMixedClass();
  await sendReminders({ ...deps, sms: { ...deps.sms, needsId: true } });
  expect(await listMails(name)).toEqual(["1", "2"]);
  expect(await listTexts(name)).toEqual(["3 whatsapp class-reminder else mail"]);
});
