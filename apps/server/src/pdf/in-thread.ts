import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import { atMost } from "../at-most.ts";

/** A thread takes about 50 MB. Twenty visitors who download at once must not bring down a small machine. */
const inLine = atMost(2);

/**
 * Makes a file in a worker thread, because making font subsets takes most of a second. `module` is a file that calls
 * `answerInThread` with the drawing function.
 */
export function drawInThread<Input>(module: URL, input: Input): Promise<Uint8Array> {
  return inLine(async () => {
    const worker = new Worker(module, { workerData: input, resourceLimits: { maxOldGenerationSizeMb: 192 } });
    try {
      return await new Promise((resolve, reject) => {
        worker.once("message", resolve);
        worker.once("error", reject);
        worker.once("exit", (code) => reject(new Error(`The drawing thread ended with code ${code} and no file.`)));
      });
    } finally {
      await worker.terminate();
    }
  });
}

export async function answerInThread<Input>(draw: (input: Input) => Promise<Uint8Array>): Promise<void> {
  if (!isMainThread) parentPort?.postMessage(await draw(workerData));
}
