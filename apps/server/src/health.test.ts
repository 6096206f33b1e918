import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { openDatabase } from "./db/connect.ts";
import { backupRun } from "./db/tables/house.ts";
import { checkHealth } from "./health.ts";
import { enqueue } from "./jobs/queue.ts";
import { sendWritten } from "./mail.ts";
import { testDay } from "./test/global-setup.ts";
import { testInstitute } from "./test/institute.ts";
import { testLine } from "./test/line.ts";

const institute = await testInstitute();
const { db, deps } = institute;
const check = (change = {}) => checkHealth(deps, { isStopping: false, isWorking: true, hasBackups: true, ...change });

test("a process that works is ready; one that stops or has no database is not", async () => {
  expect(await check()).toEqual({ state: "ready", notes: ["backup: none yet"] });
  expect(await check({ isStopping: true })).toMatchObject({ state: "not ready" });
  const line = await testLine(institute.connection);
  const opened = openDatabase(line.connection);
  line.swallow();
  const away = await checkHealth({ ...deps, ...opened }, { isStopping: false, isWorking: true, hasBackups: false });
  expect(away).toEqual({ state: "not ready", notes: ["database: does not answer"] });
  opened.setLine(false);
  await line.stop();
  await opened.pool.end();
});

test("a replica that does not answer is named", async () => {
  const { state, notes } = await check({ hasReplica: false });
  expect(state).toBe("degraded");
  expect(notes).toContain("replica: does not answer; the primary answers everything (DATABASE_READ_URL)");
});

test("a database that can only be read, and a worker without a connection, make it degraded", async () => {
  const readOnly = openDatabase({ ...institute.connection, options: "-c default_transaction_read_only=on" });
  const known = { isStopping: false, isWorking: false, hasBackups: false };
  const { state, notes } = await checkHealth({ ...deps, ...readOnly }, known);
  expect(state).toBe("degraded");
  expect(notes).toEqual(
    expect.arrayContaining([expect.stringMatching(/^database: /), expect.stringMatching(/^jobs: /)]),
  );
  await readOnly.pool.end();
});

test("many failed messages make it degraded, a few do not", async () => {
  const add = (count: number, state: string, number: string) =>
    db.execute(sql`
      insert into sent_message (channel, template, number, state, sent_at, changed_at)
      select 'sms', 'sign-in-code', ${number}, ${state}, ${testDay.toISOString()}::timestamptz - interval '5 minutes', now()
      from generate_series(1, ${count}::int)`);
  await add(20, "delivered", "+911");
  await add(9, "failed", "+911");
  expect((await check()).state).toBe("ready");
  await add(1, "failed", "+911");
  expect(await check()).toMatchObject({
    state: "degraded",
    notes: ["messages: 10 of 30 by sms failed in the last hour", "backup: none yet"],
  });
  await add(21, "delivered", "+911");
  expect((await check()).state).toBe("ready");
  await db.execute(sql`delete from sent_message`);
});

test("parked jobs, a file store that is away and failing backups make it degraded; it still serves", async () => {
  await enqueue(db, sendWritten, { to: "asha@example.com", subject: "Hello", text: "Hello" });
  await db.execute(sql`update graphile_worker._private_jobs set attempts = max_attempts where attempts = 0`);
  const { files } = deps;
  deps.files = { ...files, isReachable: async () => false };
  await db.insert(backupRun).values({ madeAt: new Date(testDay.getTime() - 50 * 3_600_000), place: "x", bytes: 1 });
  const { state, notes } = await check();
  expect(state).toBe("degraded");
  expect(notes).toEqual([
    expect.stringMatching(/^files: /),
    expect.stringMatching(/^jobs: \d+ parked/),
    "backup: the nightly backups fail",
    "backup: the newest is 50 h old",
  ]);
  deps.files = files;
});
