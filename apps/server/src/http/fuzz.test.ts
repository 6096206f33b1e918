import v8 from "node:v8";
import vm from "node:vm";
import fc from "fast-check";
import { expect, test } from "vitest";
import { listOperations, requestsFor } from "../test/hostile.ts";
import { testInstitute } from "../test/institute.ts";
import { newLearner, withToken } from "../test/learner.ts";

/** `npm run abuse` sends a million requests with a seed of its own; ABUSE_SEED repeats one that failed. */
const runs = Number(process.env.ABUSE_RUNS ?? 3000);
const seed = Number(process.env.ABUSE_SEED ?? 1);

const institute = await testInstitute();
// At an IP address there would be no passkeys.
institute.deps.publicUrl = "http://localhost:3000";
v8.setFlagsFromString("--expose-gc");
const collectGarbage = vm.runInNewContext("gc") as () => void;
const usedBytes = () => {
  collectGarbage();
  return process.memoryUsage().heapUsed;
};

test(
  `${runs} odd requests to every call: no answer is 5xx, none hangs, and memory stays flat (seed ${seed})`,
  async () => {
    const operations = listOperations();
    const perCall = Math.ceil(runs / operations.length / 2);
    const heap: number[] = [];
    for (const round of [0, 1]) {
      for (const operation of operations) {
        for (const sent of fc.sample(requestsFor(operation), { numRuns: perCall, seed: seed + round })) {
          // A call may sign the learner out: such a learner is replaced below.
          const learner = operation.isSignedIn ? await signedIn() : institute.visitor();
          const { path, ...init } = sent;
          const answer = await inTime(learner.request(path, init));
          const text = await answer.text();
          expect(answer.status < 500, `${JSON.stringify(sent)} answered ${answer.status} ${text.slice(0, 300)}`).toBe(
            true,
          );
          if (answer.status >= 400) expect(JSON.parse(text)).toMatchObject({ error: expect.stringMatching(/\w/) });
        }
        institute.mails.length = institute.messages.length = institute.logged.length = 0;
        institute.stored.clear();
      }
      heap.push(usedBytes());
    }
    const [half = 0, whole = 0] = heap;
    expect(whole - half).toBeLessThan(20_000_000);
  },
  60_000 + runs * 30,
);

const jsonType = { "content-type": "application/json" };
let current: Awaited<ReturnType<typeof newLearner>> | undefined;

async function signedIn() {
  const isAlive =
    current && (await current.request("/api/user/", { method: "POST", body: "{}", headers: jsonType })).status === 200;
  current = isAlive && current ? current : await newLearner(institute);
  return withToken(institute, current.token);
}

function inTime<T>(work: Promise<T>): Promise<T> {
  const late = new Promise<never>((_, fail) => setTimeout(fail, 20_000, new Error("no answer in 20 seconds")).unref());
  return Promise.race([work, late]);
}
