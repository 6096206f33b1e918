// What the calls cost with one institute in the database, and with a hundred: 1,000,000 learners, 10,000 courses, 5,000,000 attendances,
// 10,000,000 notifications. SCALE_FACTOR=0.1 makes the large one smaller, SCALE_FOLDER keeps both databases for the next run.
import path from "node:path";
import { loadDemo } from "../apps/server/src/content/demo.ts";
import { noTimeouts, openDatabase } from "../apps/server/src/db/connect.ts";
import { makeFolders, makeSocketFolder } from "../apps/server/src/db/data-folder.ts";
import { startPostgres } from "../apps/server/src/db/embedded.ts";
import { migrate } from "../apps/server/src/db/migrate.ts";
import { contentKinds, demoMakers } from "../apps/server/src/house.ts";
import { updateDueSums } from "../apps/server/src/rooms/plan/sums.ts";
import { updateLeadSums } from "../apps/server/src/rooms/report/sums.ts";
import { memoryFiles } from "../apps/server/src/test/memory-files.ts";
import { median } from "./calls.ts";
import { stopAll, temporaryFolder } from "./product.mjs";
import { openApp, type ScaleApp } from "./scale-app.ts";
import { calls, findSubjects, type ScaleCall, type Subject } from "./scale-calls.ts";
import { fill } from "./scale-fill.ts";
import { measureJobs } from "./scale-jobs.ts";
import { hundredInstitutes } from "./scale-model.ts";
import { writeStatistics } from "./scale-statistics.ts";

const factor = Number(process.env.SCALE_FACTOR ?? 1);
const times = Number(process.env.SCALE_TIMES ?? 40);
const only = process.env.SCALE_ONLY?.split(",");
const kept = process.env.SCALE_FOLDER;

const folder = kept ? path.resolve(kept) : temporaryFolder();
if (kept) makeFolders(folder);
// A database that is thrown away need not outlive a power cut.
const settings = {
  fsync: "off",
  full_page_writes: "off",
  wal_level: "minimal",
  max_wal_senders: "0",
  max_wal_size: "4GB",
  shared_buffers: "1GB",
};
const server = await startPostgres({
  folder: path.join(folder, "pg"),
  socketFolder: makeSocketFolder(folder),
  settings,
});
const connection = { host: server.host, user: server.user };
try {
  await ensureFilled("small", 0.01);
  await ensureFilled("large", factor);
  const small = await openApp({ ...connection, database: "small" });
  const large = await openApp({ ...connection, database: "large" });
  try {
    if (process.env.SCALE_STATISTICS) await writeStatistics(large.pool);
    await compare(small, large);
    if (!only) await measureJobs(small, large);
  } finally {
    await Promise.all([small.pool.end(), large.pool.end()]);
  }
} finally {
  await server.stop();
  await stopAll();
}

async function ensureFilled(name: string, share: number): Promise<void> {
  const admin = openDatabase({ ...connection, database: "postgres", ...noTimeouts });
  const { rowCount } = await admin.pool.query("select from pg_database where datname = $1", [name]);
  if (!rowCount) await admin.pool.query(`create database ${name}`);
  await admin.pool.end();
  const { db, pool } = openDatabase({ ...connection, database: name, ...noTimeouts });
  await migrate(pool);
  const { rows } = await pool.query("select from learner limit 1");
  if (rows.length === 0) {
    await loadDemo({ db, files: memoryFiles(new Map()), now: new Date(), kinds: contentKinds, makers: demoMakers });
    const { learners, courses } = hundredInstitutes;
    await fill(pool, { learners: learners * share, courses: courses * share });
  }
  // What a job of the running product has done long before.
  await updateLeadSums({ db, clock: { now: () => new Date() } });
  await updateDueSums({ db });
  const { rows: sizes } = await pool.query("select pg_size_pretty(pg_database_size(current_database())) as size");
  console.error(`${name}: ${sizes[0].size}`);
  await pool.end();
}

type Cost = { ms: number; postgres: number };

async function compare(small: ScaleApp, large: ScaleApp): Promise<void> {
  const [few, many] = [await findSubjects(small.pool, times), await findSubjects(large.pool, times)];
  if (few.length === 0 || many.length === 0) throw new Error("There is nobody to ask as.");
  console.log(`\nMedian ms of a call, and ms of PostgreSQL's CPU, with one institute and with ${factor * 100}.\n`);
  console.log(
    "| who | call | ms, one | ms, many | ratio | CPU, one | CPU, many | ratio |\n| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: |",
  );
  for (const [who, list] of Object.entries(calls))
    for (const call of list) {
      if (only && !only.some((word) => call[0].includes(word))) continue;
      const one = await costOf(small, { who, call, subjects: few });
      const hundred = await costOf(large, { who, call, subjects: many });
      if (!one || !hundred) continue;
      const cells = [
        one.ms,
        hundred.ms,
        hundred.ms / one.ms,
        one.postgres,
        hundred.postgres,
        hundred.postgres / one.postgres,
      ];
      console.log(`| ${[who, call[0], ...cells.map((cell, at) => cell.toFixed(at % 3 === 2 ? 1 : 2))].join(" | ")} |`);
    }
}

type Asked = { who: string; call: ScaleCall; subjects: Subject[] };

async function costOf(app: ScaleApp, { who, call: [name, pathOf, bodyOf], subjects }: Asked): Promise<Cost | null> {
  const tokenOf = (of: Subject) => (who === "trainer" ? of.trainerToken : of.ownerToken);
  const askAs = async (of: Subject) => {
    const auth =
      who === "learner"
        ? { authorization: `Bearer ${of.learnerToken}` }
        : who === "visitor"
          ? {}
          : { cookie: `staff=${tokenOf(of)}` };
    const headers = { "content-type": "application/json", ...auth } as Record<string, string>;
    const body = bodyOf && JSON.stringify(bodyOf(of));
    const begun = performance.now();
    const answer = await app.ask(pathOf(of), { method: bodyOf ? "POST" : "GET", headers, ...(body ? { body } : {}) });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${name}: ${answer.status} ${text.slice(0, 300)}`);
    return performance.now() - begun;
  };
  // PostgreSQL plans a prepared query five times, on each of its four connections.
  const at = (n: number) => subjects[n % subjects.length] as Subject;
  let slowest = 0;
  try {
    for (let n = 0; n < 32 && slowest < 1000; n++) slowest = await askAs(at(n));
  } catch (error) {
    console.error(`${who}: ${(error as Error).message}`);
    return null;
  }
  const rounds = slowest > 200 ? 3 : times;
  const before = await app.postgresMs();
  const measured: number[] = [];
  for (let n = 0; n < rounds; n++) measured.push(await askAs(at(n)));
  return { ms: median(measured), postgres: ((await app.postgresMs()) - before) / rounds };
}
