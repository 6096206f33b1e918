import type { LearnerWork } from "@shoreline/contract";
import { expect, test } from "vitest";
import { lossText, mostUrgentFirst, nextToGrade } from "./homework-words.ts";

const one = (learnerId: string, state: LearnerWork["state"]): LearnerWork => ({
  ...{ learnerId, name: learnerId, state, version: 1, isLate: false, at: null, points: null, likeness: null },
  isOnHold: false,
});

test("the next to grade is the next who waits, from here to the end and round to the beginning", () => {
  const work = [one("a", "handed in"), one("b", "done"), one("c", "handed in"), one("d", "open")];
  expect(nextToGrade(work, "a")?.learnerId).toBe("c");
  expect(nextToGrade(work, "c")?.learnerId).toBe("a");
  expect(nextToGrade(work, "somebody who left")?.learnerId).toBe("a");
  expect(nextToGrade([one("a", "handed in"), one("b", "done")], "a")).toBeUndefined();
});

test("learners to grade come first, then given back, not handed in and done, each by name", () => {
  const work = [
    one("a", "done"),
    one("b", "open"),
    one("c", "handed in"),
    one("d", "given back"),
    one("e", "handed in"),
  ];
  expect(mostUrgentFirst(work).map(({ learnerId }) => learnerId)).toEqual(["c", "e", "d", "b", "a"]);
});

test("removing says how much goes with it", () => {
  expect(lossText({ handedIn: 0 })).toContain("Nobody has handed in anything");
  expect(lossText({ handedIn: 1 })).toContain("What 1 learner has handed in");
  expect(lossText({ handedIn: 3 })).toContain("What 3 learners have handed in");
});
