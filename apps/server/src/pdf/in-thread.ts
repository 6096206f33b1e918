import { Worker } from "node:worker_threads";
import { atMost } from "../at-most.ts";

/** A thread takes about 50 MB. Twenty visitors who download at once must not bring down a small machine. */
const inLine = atMost(2);

// A drawing takes a fraction of a second. One that never ends must not keep its place in the line.
const longestInMs = 60_000;

/**
 * The thread that is kept: to load the libraries and the fonts takes ten times as long as to draw. An idle one holds about 45 MB;
 * most of what a drawing takes besides is not given back when its thread ends either.
 */
let idle: Worker | undefined;

/**
 * Makes a file in a worker thread, so that it delays no other answer. `module` is a file that exports the drawing
 * function as `draw`.
 */
export function drawInThread(module: URL, input: unknown): Promise<Uint8Array> {
  return inLine(() => withThread((thread) => ask(thread, { module: module.href, input })));
}

async function withThread<Result>(work: (thread: Worker) => Promise<Result>): Promise<Result> {
  const thread = idle ?? startThread();
  idle = undefined;
  thread.ref();
  try {
    const result = await work(thread);
    keep(thread);
    return result;
  } catch (error) {
    await thread.terminate();
    throw error;
  }
}

function startThread(): Worker {
  const thread = new Worker(new URL("./thread.ts", import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 8 },
  });
  // It may end while it is idle: then the next drawing starts another.
  const onEnd = () => {
    if (idle === thread) idle = undefined;
  };
  thread.on("error", onEnd).on("exit", onEnd);
  return thread;
}

/** One thread waits for the next drawing, and does not keep the process alive. */
function keep(thread: Worker): void {
  if (idle) return void thread.terminate();
  idle = thread;
  thread.unref();
}

export type Task = { module: string; input: unknown };

async function ask(thread: Worker, task: Task): Promise<Uint8Array> {
  const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>();
  const onExit = (code: number) => reject(new Error(`The drawing thread ended with code ${code} and no file.`));
  const timer = setTimeout(() => reject(new Error("A drawing took too long.")), longestInMs);
  thread.once("message", resolve).once("error", reject).once("exit", onExit);
  try {
    thread.postMessage(task);
    return await promise;
  } finally {
    clearTimeout(timer);
    thread.off("message", resolve).off("error", reject).off("exit", onExit);
  }
}
