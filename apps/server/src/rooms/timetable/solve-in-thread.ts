import { Worker } from "node:worker_threads";
import { atMost } from "../../at-most.ts";
import type { SolverInput, SolverResult } from "./solver-input.ts";

/** One at a time: it keeps a processor busy. */
const inLine = atMost(1);

/** The solver looks at its clock now and then only. */
const graceMs = 10_000;
const heapMb = 512;

/** Solves in a thread with a limit of time and memory. What goes beyond it is a failure in words, not an error. */
export function solveInThread(input: SolverInput, grace = graceMs): Promise<SolverResult> {
  return inLine(() => ask(input, grace));
}

async function ask(input: SolverInput, grace: number): Promise<SolverResult> {
  const { promise, resolve, reject } = Promise.withResolvers<SolverResult>();
  const giveUp = (failure: string) => resolve({ lines: [], failure, variables: 0 });
  const thread = new Worker(new URL("./solver-thread.ts", import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: heapMb },
  });
  const tooLong = () => giveUp("The search took too long. Choose fewer drafts.");
  const timer = setTimeout(tooLong, input.secondsLimit * 1000 + grace);
  thread
    .once("message", resolve)
    .once("error", (error: Error & { code?: string }) =>
      error.code === "ERR_WORKER_OUT_OF_MEMORY"
        ? giveUp("This is too much at once. Choose fewer drafts.")
        : reject(error),
    )
    .once("exit", (code) => reject(new Error(`The solver's thread ended with code ${code} and no plan.`)));
  try {
    thread.postMessage(input);
    return await promise;
  } finally {
    clearTimeout(timer);
    await thread.terminate();
  }
}
