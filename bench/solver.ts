import { performance } from "node:perf_hooks";
import { solveInThread } from "../apps/server/src/rooms/timetable/solve-in-thread.ts";
import { newTrainer, solverCase } from "../apps/server/src/test/solver-cases.ts";

const rounds = 5;
const mb = (bytes: number) => Math.round(bytes / 1_048_576);

/** The most memory of the process while it works; the thread's counts. */
async function watch<Result>(work: () => Promise<Result>) {
  let most = process.memoryUsage.rss();
  const before = most;
  const timer = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss());
  }, 20);
  const begun = performance.now();
  const result = await work();
  clearInterval(timer);
  return { result, seconds: (performance.now() - begun) / 1000, more: mb(most - before) };
}

const median = (values: number[]) => [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;

const usual = solverCase();
const cases = {
  "20 trainers, 40 batches": usual,
  "the same, half the trainers": { ...usual, trainers: usual.trainers.slice(0, 10) },
  "everybody teaches everything": {
    ...usual,
    trainers: usual.trainers.map((_, at) => newTrainer(at, { courseIds: [] })),
  },
  "10 trainers, 20 batches": solverCase({ trainers: 10, drafts: 20 }),
};

console.log(`| case | choices | placed | seconds | more memory, MB |
| --- | ---: | ---: | ---: | ---: |`);
for (const [name, input] of Object.entries(cases)) {
  const runs = [];
  for (let round = 0; round < rounds; round++) runs.push(await watch(() => solveInThread(input)));
  const { lines = [], variables = 0, failure = "" } = runs[0]?.result ?? {};
  const placed = failure || `${lines.filter(({ plan }) => plan).length} of ${lines.length}`;
  const seconds = median(runs.map((run) => run.seconds)).toFixed(1);
  console.log(`| ${name} | ${variables} | ${placed} | ${seconds} | ${Math.max(...runs.map(({ more }) => more))} |`);
}
