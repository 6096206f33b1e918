import { parentPort } from "node:worker_threads";
import type { Task } from "./in-thread.ts";

parentPort?.on("message", async ({ module, input }: Task) => {
  const { draw } = (await import(module)) as { draw(input: unknown): Promise<Uint8Array> };
  // An error ends the thread, and its parent hears of it.
  parentPort?.postMessage(await draw(input));
});
