import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { outbox, rateLimit } from "../db/tables/house.ts";
import { jobs, tidyHouse } from "../house.ts";
import { sendWritten } from "../mail.ts";
import { testInstitute } from "../test/institute.ts";
import { handles } from "./job.ts";
import { releaseJobs } from "./presence.ts";
import { countFailedJobs, enqueue } from "./queue.ts";
import { runDueJobs, startWorker } from "./worker.ts";

const institute = await testInstitute();
const withMailer = (send: () => Promise<void>) => [
  ...jobs.filter(({ job }) => job.name !== sendWritten.name),
  handles(sendWritten, send),
];
const mail = { to: "asha@example.com", subject: "Hello", text: "Hello Asha" };

test("a transaction that fails leaves no job behind", async () => {
  const failing = institute.db.transaction(async (tx) => {
    await enqueue(tx, sendWritten, mail);
    throw new Error("no");
  });
  await expect(failing).rejects.toThrow("no");
  await institute.runJobs();
  expect(institute.mails).toEqual([]);
});

test("a mail carries the id of its job, so that a mailbox shows a repeated one once", async () => {
  await enqueue(institute.db, sendWritten, mail);
  await institute.runJobs();
  expect(institute.mails).toMatchObject([
    { ...mail, messageId: expect.stringMatching(/^<job-\d+-\d+-\d+@127\.0\.0\.1>$/) },
  ]);
});

test("a failed job is tried again later; one that keeps failing shows in metrics and log, without the address", async () => {
  const broken = withMailer(async () => {
    throw new Error("mail server says no to asha@example.com");
  });
  await enqueue(institute.db, sendWritten, mail, { key: "failing" });
  await runDueJobs(institute.deps, broken);
  expect(await countFailedJobs(institute.pool)).toEqual({ waiting: 1, failed: 0 });
  const failing = sql`select attempts, run_at > updated_at as "isLater" from graphile_worker.jobs where key = 'failing'`;
  // The library does not wait until it has written that a job failed.
  await expect.poll(async () => (await institute.db.execute(failing)).rows).toEqual([{ attempts: 1, isLater: true }]);

  await institute.db.execute(
    sql`update graphile_worker._private_jobs set attempts = max_attempts - 1, run_at = now() where key = 'failing'`,
  );
  const worker = await startWorker(institute.deps, { handlers: broken });
  const parked = async () => (await countFailedJobs(institute.pool)).failed;
  await expect.poll(parked, { timeout: 10_000 }).toBe(1);
  await worker.stop();
  const logged = institute.logged.filter((line) => line.msg === "job is parked: it failed too often");
  expect(logged).toMatchObject([{ job: "mail.send" }]);
  expect(JSON.stringify(institute.logged)).not.toContain("asha@example.com");
  const metrics = await institute.app.request(
    "/metrics",
    {},
    { incoming: { socket: { remoteAddress: "127.0.0.1" } } as never },
  );
  expect(await metrics.text()).toContain('shoreline_jobs{state="failed"} 1');
});

/** Makes all running jobs look as if a worker had taken them so many seconds ago. */
const age = (seconds: number, worker: string | null) =>
  institute.db.execute(
    sql`update graphile_worker._private_jobs set locked_at = now() - make_interval(secs => ${seconds}), locked_by = coalesce(${worker}, locked_by)`,
  );

test("a job of a killed worker runs again soon, and at once on the built-in database", async () => {
  institute.mails.length = 0;
  await institute.db.execute(sql`delete from graphile_worker._private_jobs`);
  await enqueue(institute.db, sendWritten, mail);
  await age(5, "pool-of-a-killed-process");
  await institute.runJobs();
  expect(await releaseJobs(institute.pool)).toBe(0);
  expect(await releaseJobs(institute.pool, { isAlone: true })).toBe(1);
  await age(31, "pool-of-a-killed-process");
  const worker = await startWorker(institute.deps, { handlers: jobs });
  await expect.poll(() => institute.mails.length, { timeout: 10_000 }).toBe(1);
  await worker.stop();
});

test("a slow job stays with its worker as long as that worker lives", async () => {
  let started = 0;
  let finish = () => {};
  const slow = withMailer(async () => {
    started++;
    await new Promise<void>((done) => {
      finish = done;
    });
  });
  const worker = await startWorker(institute.deps, { handlers: slow });
  await enqueue(institute.db, sendWritten, mail);
  await expect.poll(() => started, { timeout: 10_000 }).toBe(1);
  await age(3600, null);
  expect(await releaseJobs(institute.pool)).toBe(0);
  await institute.runJobs();
  finish();
  await worker.stop();
  expect(started).toBe(1);
  expect(await countFailedJobs(institute.pool)).toEqual({ waiting: 0, failed: 0 });
});

test("several workers run each job once", async () => {
  institute.mails.length = 0;
  for (let n = 0; n < 30; n++) await enqueue(institute.db, sendWritten, { ...mail, subject: `Mail ${n}` });
  await Promise.all([1, 2, 3].map(() => institute.runJobs()));
  expect(institute.mails.map((sent) => sent.subject).sort()).toEqual(
    Array.from({ length: 30 }, (_, n) => `Mail ${n}`).sort(),
  );
});

test("the hourly cleanup removes expired rate limits and all but the newest thousand messages of the outbox", async () => {
  await institute.db.insert(rateLimit).values([
    { key: "old", points: 1, expire: 1 },
    { key: "new", points: 1, expire: Date.now() * 2 },
  ]);
  await institute.db.execute(
    sql`insert into outbox (kind, "to", text, at) select 'sms', '+910000000000', n::text, now() - n * interval '1 minute' from generate_series(1, 1100) n`,
  );
  await enqueue(institute.db, tidyHouse, {});
  await institute.runJobs();
  expect((await institute.db.select().from(rateLimit)).map((row) => row.key)).toEqual(["new"]);
  expect(await institute.db.$count(outbox)).toBe(1000);
});
