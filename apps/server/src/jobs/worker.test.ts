import { sql } from "drizzle-orm";
import { expect, onTestFinished, test } from "vitest";
import { outboxMailer } from "../adapters/outbox.ts";
import { openDatabase } from "../db/connect.ts";
import { doneJob, outbox } from "../db/tables/house.ts";
import { jobs } from "../house.ts";
import { sendWritten } from "../mail.ts";
import { testInstitute } from "../test/institute.ts";
import { testLine } from "../test/line.ts";
import { decide } from "./command.ts";
import { handles } from "./job.ts";
import { reportSoon } from "./parked.ts";
import { releaseJobs } from "./presence.ts";
import { enqueue } from "./queue.ts";
import { startWorker } from "./worker.ts";

const institute = await testInstitute();
const { db, pool, mails } = institute;
const mail = { to: "asha@example.com", subject: "Hello", text: "Hello Asha" };
const patient = { timeout: 15_000 };
const waiting = async () =>
  (await db.execute(sql`select count(*)::int as n from graphile_worker._private_jobs`)).rows[0]?.n;

async function withWorkerOnLine(
  handlers: typeof jobs,
  use: (line: Awaited<ReturnType<typeof testLine>>) => Promise<void>,
) {
  const line = await testLine(institute.connection);
  const opened = openDatabase(line.connection);
  const worker = await startWorker({ ...institute.deps, ...opened }, { handlers });
  try {
    await use(line);
  } finally {
    line.pass();
    await worker.stop();
    await opened.pool.end();
    await line.stop();
  }
}

test("the worker outlives a database that goes away while jobs run and end; each job's work is done once", async () => {
  mails.length = 0;
  const gate = Promise.withResolvers<void>();
  let begun = 0;
  const slow = [
    ...jobs.filter(({ job }) => job.name !== sendWritten.name),
    handles(sendWritten, async (ctx, { subject }) => {
      begun++;
      await gate.promise;
      await ctx.once(async () => void mails.push({ ...mail, subject }));
    }),
  ];
  await withWorkerOnLine(slow, async (line) => {
    for (let n = 0; n < 6; n++) await enqueue(db, sendWritten, { ...mail, subject: `Mail ${n}` });
    await expect.poll(() => begun, patient).toBe(4);
    line.refuse();
    gate.resolve(); // the jobs end while the database is away
    await new Promise((wait) => setTimeout(wait, 1500));
    line.pass();
    await expect.poll(waiting, patient).toBe(0);
  });
  expect(mails.map(({ subject }) => subject).sort()).toEqual(Array.from({ length: 6 }, (_, n) => `Mail ${n}`));
});

test("a job that still runs when its runner has lost the database is not given to another process", async () => {
  const gate = Promise.withResolvers<void>();
  let begun = 0;
  const slow = [
    ...jobs.filter(({ job }) => job.name !== sendWritten.name),
    handles(sendWritten, async () => {
      begun++;
      await gate.promise;
    }),
  ];
  const isLocked = async () =>
    (await db.execute(sql`select locked_by is not null as is from graphile_worker._private_jobs`)).rows[0]?.is;
  await withWorkerOnLine(slow, async (line) => {
    await enqueue(db, sendWritten, mail);
    await expect.poll(() => begun, patient).toBe(1);
    institute.logged.length = 0;
    line.refuse();
    line.pass();
    const isBack = () => institute.logged.some(({ msg }) => msg === "the worker runs again");
    await expect.poll(isBack, patient).toBe(true);
    expect(await isLocked()).toBe(true);
    gate.resolve();
    await expect.poll(waiting, patient).toBe(0);
  });
});

test("a regular job that fails is not parked: its next run takes its place", async () => {
  let runs = 0;
  const broken = [
    ...jobs.filter(({ job }) => job.name !== sendWritten.name),
    handles(sendWritten, async () => {
      runs++;
      throw new Error("not today");
    }),
  ];
  const line = { job: sendWritten as never, at: "0 4 * * *", isAlone: true };
  const worker = await startWorker(institute.deps, { handlers: broken, cron: [line] });
  await enqueue(db, sendWritten, mail);
  await expect.poll(() => runs, patient).toBe(1);
  await expect.poll(waiting, patient).toBe(0);
  await worker.stop();
});

test("a mail that the mail server has accepted is not sent again, whatever happens to the database", async () => {
  mails.length = 0;
  await withWorkerOnLine(jobs, async (line) => {
    institute.deps.mailer.send = async (sent) => {
      mails.push(sent);
      line.refuse(); // accepted, but the database cannot be told, longer than a connection is waited for
      setTimeout(() => line.pass(), 5500);
    };
    onTestFinished(() => {
      institute.deps.mailer.send = async (sent) => void mails.push(sent);
    });
    await db.delete(doneJob);
    await enqueue(db, sendWritten, mail);
    await expect.poll(() => mails.length, patient).toBe(1);
    await expect.poll(waiting, patient).toBe(0);
  });
  expect(mails).toHaveLength(1);
  expect(await db.$count(doneJob)).toBe(1);
});

test.for(["update", "delete", "update or delete"])(
  "the worker goes on after the disk was full for %s",
  async (operation) => {
    mails.length = 0;
    const owner = openDatabase(institute.owner);
    const worker = await startWorker(institute.deps, { handlers: jobs });
    await owner.pool.query(`
    create function no_space() returns trigger language plpgsql as $$ begin raise exception 'full' using errcode = '53100'; end $$;
    create trigger no_space before ${operation} on graphile_worker._private_jobs for each row execute function no_space()`);
    for (let n = 0; n < 60; n++) await enqueue(db, sendWritten, { ...mail, subject: `Mail ${n}` });
    await new Promise((wait) => setTimeout(wait, 3000));
    await owner.pool.query("drop function no_space cascade");
    await expect.poll(waiting, patient).toBe(0);
    expect(mails.map(({ subject }) => subject).sort()).toEqual(
      Array.from({ length: 60 }, (_, n) => `Mail ${n}`).sort(),
    );
    await worker.stop();
    await owner.pool.end();
  },
);

test("a killed process does not use up the attempts of its job", async () => {
  mails.length = 0;
  await enqueue(db, sendWritten, mail);
  for (let kills = 0; kills < 30; kills++) {
    await db.execute(
      sql`update graphile_worker._private_jobs set attempts = attempts + 1, locked_by = 'pool-of-a-killed-process', locked_at = now() where attempts < max_attempts`,
    );
    expect(await releaseJobs(pool, { isAlone: true })).toBe(1);
  }
  await institute.runJobs();
  expect(mails).toHaveLength(1);
});

test("a parked job is listed, reported to staff, tried again and given up by command", async () => {
  mails.length = 0;
  for (const key of ["first", "second"]) await enqueue(db, sendWritten, { ...mail, subject: key }, { key });
  await db.execute(
    sql`update graphile_worker._private_jobs set attempts = max_attempts, last_error = 'Mail not sent: 451 try later'`,
  );
  const listed = await decide(db, ["list"]);
  expect(listed).toEqual([
    expect.stringMatching(/mail\.send +25 attempts {2}Mail not sent: 451 try later$/),
    expect.stringContaining("mail.send"),
  ]);
  await reportSoon(db, new Date(Date.now() - 120_000));
  await institute.runJobs();
  await institute.runJobs();
  expect(mails).toMatchObject([{ subject: "Your website could not finish 2 tasks" }]);
  expect(mails[0]?.text).toContain("2 x mail.send: Mail not sent: 451 try later");

  const id = listed[0]?.trim().split(" ")[0] ?? "";
  expect(await decide(db, ["remove", id])).toEqual([`Job ${id} was given up.`]);
  expect(await decide(db, ["retry", "all"])).toEqual(["1 job will be tried again now."]);
  await institute.runJobs();
  expect(mails.at(-1)).toMatchObject({ subject: "second" });
  expect(await decide(db, ["list"])).toEqual(["No job is parked."]);
  for (const args of [["retry", id], ["remove", "x'; drop table learner"], ["retry"], ["remove"], ["list", "x"], []])
    await expect(decide(db, args)).rejects.toThrow(/^(No parked job has the id|Usage:)/);
});

test("a job that waits for its next attempt is not parked, and no command touches it", async () => {
  await enqueue(db, sendWritten, mail, { runAt: new Date(Date.now() + 60_000) });
  const { rows } = await db.execute<{ id: string }>(sql`select id::text from graphile_worker._private_jobs`);
  const id = rows[0]?.id ?? "";
  await expect(decide(db, ["remove", id])).rejects.toThrow("No parked job");
  expect(await decide(db, ["retry", "all"])).toEqual(["No job is parked."]);
  await db.execute(sql`delete from graphile_worker._private_jobs`);
});

test("the local outbox shows a mail once, even if it was sent twice", async () => {
  const { send } = outboxMailer(db);
  for (let n = 0; n < 2; n++) await send({ ...mail, messageId: "<job-1@here>" });
  for (let n = 0; n < 2; n++) await send(mail);
  expect(await db.$count(outbox)).toBe(3);
});
