import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import { atMost } from "../at-most.ts";

/** A thread takes about 50 MB. Twenty visitors who download at once must not bring down a small machine. */
const inLine = atMost(2);

// A drawing takes about a second. One that never ends must not keep its place in the line.
const longestInMs = 60_000;

/**
 * Makes a file in a worker thread, because making font subsets takes most of a second. `module` is a file that calls
 * `answerInThread` with the drawing function.
 */
export function drawInThread<Input>(module: URL, input: Input): Promise<Uint8Array> {
  return inLine(async () => {
    let timer: NodeJS.Timeout | undefined;
    const worker = new Worker(module, { workerData: input, resourceLimits: { maxOldGenerationSizeMb: 192 } });
    try {
      return await new Promise((resolve, reject) => {
        timer = setTimeout(() => reject(new Error("A drawing took too long.")), longestInMs);
        worker.once("message", resolve);
        worker.once("error", reject);
        worker.once("exit", (code) => reject(new Error(`The drawing thread ended with code ${code} and no file.`)));
      });
    } finally {
      clearTimeout(timer);
      await worker.terminate();
    }
  });
}

export async function answerInThread<Input>(draw: (input: Input) => Promise<Uint8Array>): Promise<void> {
  if (!isMainThread) parentPort?.postMessage(await draw(workerData));
}
