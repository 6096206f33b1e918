import { ApiError } from "@shoreline/contract/client";
import { useRef, useState } from "react";
import { errorText } from "../lib/problem.ts";

/** Something went wrong in the browser, and the message tells people what to do. */
export class PlainProblem extends Error {}

/** The browser's window for passkeys was closed, or this device has none. */
export class NoPasskey extends PlainProblem {}

type Problem = { text: string; fields: Record<string, string> };

/** One call at a time, with what went wrong at the last one. */
export function useTask() {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const isUnderWay = useRef(false);

  async function run(task: () => Promise<unknown>): Promise<void> {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    setBusy(true);
    setProblem(null);
    try {
      await task();
    } catch (error) {
      console.warn(error);
      setProblem({
        text: error instanceof PlainProblem ? error.message : errorText(error),
        fields: error instanceof ApiError ? error.fields : {},
      });
    } finally {
      isUnderWay.current = false;
      setBusy(false);
    }
  }
  return { isBusy, run, problem, fields: problem?.fields ?? {}, dismiss: () => setProblem(null) };
}
