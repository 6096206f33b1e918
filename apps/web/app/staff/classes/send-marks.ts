import type { MarkStored } from "@shoreline/contract";
import { ApiError } from "@shoreline/contract/client";
import { teachingClient } from "../client.ts";
import { dropMarks, type KeptMark, keepMark, listMarks } from "./kept-marks.ts";

const most = 500;
const firstWaitMs = 2000;
const longestWaitMs = 60_000;

type OnStored = (classId: string, marks: KeptMark[]) => void;
const storedListeners = new Set<OnStored>();

/** What the server has stored from now on. */
export function onStored(listener: OnStored): () => void {
  storedListeners.add(listener);
  return () => void storedListeners.delete(listener);
}

let underWay: Promise<boolean> | null = null;

/** Sends all marks that wait on this phone. True when none waits any more. One round at a time: more marks go with the next. */
export async function sendMarks(staffId: string): Promise<boolean> {
  while (underWay) await underWay;
  underWay = sendAll(staffId).finally(() => {
    underWay = null;
  });
  return underWay;
}

async function sendAll(staffId: string): Promise<boolean> {
  const waiting = listMarks(staffId).filter(({ problem }) => !problem);
  const groups = new Map<string, KeptMark[]>();
  for (const one of waiting) {
    const name = `${one.classId} ${one.reason ?? ""}`;
    groups.set(name, [...(groups.get(name) ?? []), one]);
  }
  let isDone = true;
  for (const marks of groups.values())
    for (let from = 0; from < marks.length; from += most)
      isDone = (await sendSome(staffId, marks.slice(from, from + most))) && isDone;
  return isDone;
}

async function sendSome(staffId: string, marks: KeptMark[]): Promise<boolean> {
  const [{ classId, reason = "" }] = marks as [KeptMark];
  try {
    const given = marks.map(({ markId, learnerId, mark, at }) => ({ markId, learnerId, mark, at }));
    const { marks: outcomes } = await teachingClient.roll({ classId, marks: given, reason });
    const refusals = new Map(outcomes.map(({ markId, outcome }) => [markId, refusalsOf[outcome]]));
    const stored = marks.filter(({ markId }) => !refusals.get(markId));
    for (const tell of storedListeners) tell(classId, stored);
    for (const one of marks) {
      const refusal = refusals.get(one.markId);
      if (refusal) keepMark(staffId, { ...one, ...refusal });
    }
    dropMarks(
      staffId,
      stored.map(({ markId }) => markId),
    );
    return true;
  } catch (error) {
    if (!isRefusal(error)) return false;
    for (const one of marks) keepMark(staffId, { ...one, problem: error.message });
    return true;
  }
}

const refusalsOf: Record<MarkStored["outcome"], Pick<KeptMark, "problem" | "needsReason"> | null> = {
  holds: null,
  older: null,
  "not in the batch": { problem: "This learner is not in the batch any more." },
  "needs a reason": { problem: "The class is finished. Say why the mark changes now.", needsReason: true },
};

/** Who has to sign in again, or called too often, sends the same later. */
function isRefusal(error: unknown): error is ApiError {
  return error instanceof ApiError && error.status < 500 && ![401, 408, 429].includes(error.status);
}

let nudge = () => {};

/** Something new waits. */
export function sendSoon(): void {
  nudge();
}

/** Sends what waits now, when the network is back, when somebody looks at the page, and again and again until it is done. */
export function keepSending(staffId: string): () => void {
  let [timer, waitMs, isStopped] = [0, firstWaitMs, false];
  const run = async () => {
    clearTimeout(timer);
    const isDone = await sendMarks(staffId);
    if (isStopped) return;
    clearTimeout(timer);
    if (isDone) waitMs = firstWaitMs;
    else {
      timer = window.setTimeout(run, waitMs);
      waitMs = Math.min(waitMs * 2, longestWaitMs);
    }
  };
  const start = () => {
    waitMs = firstWaitMs;
    void run();
  };
  nudge = start;
  addEventListener("online", start);
  document.addEventListener("visibilitychange", start);
  start();
  return () => {
    isStopped = true;
    nudge = () => {};
    clearTimeout(timer);
    removeEventListener("online", start);
    document.removeEventListener("visibilitychange", start);
  };
}
