import { threadId } from "node:worker_threads";

/** A drawing that shows the number of its thread, or fails. */
export async function draw({ fails = false }: { fails?: boolean }): Promise<Uint8Array> {
  if (fails) throw new Error("This drawing fails.");
  return new Uint8Array([threadId]);
}
