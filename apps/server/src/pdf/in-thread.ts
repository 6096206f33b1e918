import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";

/**
 * Makes a file off the thread that answers requests: cutting fonts takes most of a second. `module` is a file that calls
 * `answerInThread` with what is to be done.
 */
export function drawInThread<Input>(module: URL, input: Input): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(module, { workerData: input });
    worker.once("message", resolve);
    worker.once("error", reject);
    worker.once("exit", (code) => reject(new Error(`The thread that draws ended with ${code} and no file.`)));
  });
}

export async function answerInThread<Input>(draw: (input: Input) => Promise<Uint8Array>): Promise<void> {
  if (!isMainThread) parentPort?.postMessage(await draw(workerData));
}
