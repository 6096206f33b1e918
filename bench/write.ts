// What it costs to take something in: CPU time until the answer, round trips to the database, and the jobs that follow.
import { setTimeout as sleep } from "node:timers/promises";
import {
  type Call,
  countQueries,
  type Measured,
  measureCalls,
  median,
  type Product,
  printRow,
  smallestCall,
  startCounting,
  startMeasured,
} from "./calls.ts";
import { signUp, withClient } from "./learner.ts";
import { cpuMicroseconds } from "./load.mjs";
import { stopAll } from "./product.mjs";

const person = (n: number) => ({ name: "Asha Rao", email: `visitor${n}@example.com`, mobileNumber: "9876543210" });
const times = 100;
const rounds = 5;

type Course = { courseId: string; price: number };
type Sold = { courses: Course[]; batchTimes: string[] };

/** Another order each time: for the same course and hour the first one would be returned again. */
function orderOf(n: number, { courses, batchTimes }: Sold) {
  const { courseId, price } = courses[n % courses.length] as Course;
  const batchTime = batchTimes[Math.floor(n / courses.length) % batchTimes.length];
  return { amount: price * 100, courseId, batchTime, batchType: "week-days" };
}

function listCalls(tokens: string[], sold: Sold): Call[] {
  return [
    smallestCall,
    {
      name: "course enquiry",
      path: "/api/enquiry",
      body: (n) => ({ ...person(n), selectedCoruse: "Python", attemptId: crypto.randomUUID() }),
    },
    {
      name: "contact enquiry",
      path: "/api/contact",
      body: (n) => {
        const { name: fullName, ...rest } = person(n);
        return { ...rest, fullName, enquiryFor: "Python", query: "When?", attemptId: crypto.randomUUID() };
      },
    },
    { name: "subscription", path: "/api/subscribed/user/add/", body: (n) => ({ email: person(n).email }) },
    {
      name: "webinar seat",
      path: "/api/webinar/user/add",
      body: (n) => {
        const { name: username, ...rest } = person(n);
        return { ...rest, username, webinar: "first-api" };
      },
    },
    {
      name: "sign-in code",
      path: "/api/user/otp",
      body: (n) => ({ mobileNumber: String(6_000_000_000 + n) }),
    },
    {
      name: "order of a course",
      path: "/api/payment/order",
      body: (n) => orderOf(n, sold),
      tokens,
    },
  ];
}

try {
  const counting = await startCounting();
  const counted: number[] = [];
  for (const call of await prepare(counting)) counted.push(await countQueries(counting.url, call));
  await stopAll();
  const product = await startMeasured();
  const calls = await prepare(product);
  const jobs = calls.map((): number[] => []);
  const after = async (at: number) => void jobs[at]?.push(await runJobs(product));
  const measured = await measureCalls(product, calls, { times, rounds, after });
  const [least] = measured;
  console.log(`\nCPU time in ms for one answer, medians of ${rounds} rounds of ${times}.\n`);
  printRow("call", "node", "÷ smallest", "round trips", "PostgreSQL", "jobs after it, node");
  printRow("---", ...Array(5).fill("---:"));
  for (const [at, { node, postgres }] of measured.entries()) {
    const ratio = (node / (least as Measured).node).toFixed(1);
    const late = median(jobs[at] ?? []).toFixed(2);
    printRow(calls[at]?.name ?? "", node.toFixed(2), ratio, counted[at] ?? 0, postgres.toFixed(2), late);
  }
} finally {
  await stopAll();
}

/** Jobs wait until they are called for, so that they can be measured apart. */
async function prepare(product: Product): Promise<Call[]> {
  const post = (path: string, body: object) =>
    fetch(product.url + path, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
  const tokens: string[] = [];
  for (let n = 1; n <= 10; n++) tokens.push((await signUp(post, { dataDir: product.dataDir, n })) ?? "");
  await withClient(product.dataDir, async (client) => {
    await client.query("update webinar set seats = null");
    await client.query(`create function bench_wait() returns trigger language plpgsql
      as $$ begin new.run_at := now() + interval '1 day'; return new; end $$`);
    await client.query(
      "create trigger bench_wait before insert on graphile_worker._private_jobs for each row execute function bench_wait()",
    );
  });
  const read = async (path: string) => (await fetch(product.url + path)).json();
  const courses: Course[] = (await read("/api/course/")).filter(({ price }: Course) => price > 0);
  return listCalls(tokens, { courses, batchTimes: (await read("/api/site")).institute.batchTimes });
}

/** CPU time in ms of the jobs that one answer has left. */
async function runJobs({ dataDir, pid }: Product): Promise<number> {
  return withClient(dataDir, async (client) => {
    const before = cpuMicroseconds(pid);
    await client.query("update graphile_worker._private_jobs set run_at = now()");
    await client.query("select pg_notify('jobs:insert', '{\"count\":4}')");
    for (let tries = 0; tries < 600; tries++) {
      const { rows } = await client.query("select count(*)::int as left from graphile_worker._private_jobs");
      if (rows[0].left === 0) break;
      await sleep(20);
    }
    return (cpuMicroseconds(pid) - before) / times / 1000;
  });
}
