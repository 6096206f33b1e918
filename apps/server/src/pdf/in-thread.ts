import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";

/**
 * Makes a file in a worker thread, because making font subsets takes most of a second. `module` is a file that calls
 * `answerInThread` with the drawing function.
 */
export function drawInThread<Input>(module: URL, input: Input): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(module, { workerData: input });
    worker.once("message", resolve);
    worker.once("error", reject);
    worker.once("exit", (code) => reject(new Error(`The drawing thread ended with code ${code} and no file.`)));
  });
}

export async function answerInThread<Input>(draw: (input: Input) => Promise<Uint8Array>): Promise<void> {
  if (!isMainThread) parentPort?.postMessage(await draw(workerData));
}
