import type { ClassPage, RollEntry } from "@shoreline/contract";
import { opensAt } from "@shoreline/domain/schedule";
import type { KeptMark } from "./kept-marks.ts";

/** The roll with marks that the server does not show yet: of each learner the latest holds. */
export function withMarks(roll: RollEntry[], marks: KeptMark[]): RollEntry[] {
  const latest = new Map<string, KeptMark>();
  for (const one of marks) {
    const before = latest.get(one.learnerId);
    if (!before || before.at <= one.at) latest.set(one.learnerId, one);
  }
  return roll.map((entry) => {
    const own = latest.get(entry.learnerId);
    return own ? { ...entry, mark: own.mark } : entry;
  });
}

type Times = Pick<ClassPage, "startsAt" | "endsAt" | "isCancelled" | "finishedAt">;

export type ClassState = "cancelled" | "finished" | "coming" | "open" | "running" | "over";

/** Open: the roll-call has begun, the class has not. */
export function stateOf({ startsAt, endsAt, isCancelled, finishedAt }: Times, now: Date): ClassState {
  if (isCancelled) return "cancelled";
  if (finishedAt) return "finished";
  if (now < opensAt({ startsAt: new Date(startsAt) })) return "coming";
  if (now < new Date(startsAt)) return "open";
  return now < new Date(endsAt) ? "running" : "over";
}

export function hasRoll(state: ClassState): boolean {
  return state !== "cancelled" && state !== "coming";
}

/** Names that contain the words, without regard to capitals and accents. */
export function matches(name: string, words: string): boolean {
  const plain = (text: string) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  return plain(name).includes(plain(words.trim()));
}
