import { parentPort } from "node:worker_threads";
import { solve } from "./solve.ts";
import type { SolverInput } from "./solver-input.ts";

parentPort?.once("message", async (input: SolverInput) => {
  // An error ends the thread, and its parent hears of it.
  parentPort?.postMessage(await solve(input));
});
