import { describe, expect, test } from "vitest";
import { isLate, mostPoints, mostVersions, sumPoints, whyNoHandIn } from "./class-homework.ts";

const work = { dueOn: "2026-11-20", today: "2026-11-20", state: "open", allowsLate: true, versions: 0 } as const;

describe("handing in", () => {
  test.each([
    ["on the due day", {}, null],
    ["without a due day", { dueOn: null, today: "2030-01-01", allowsLate: false }, null],
    ["a day late, which is allowed", { today: "2026-11-21" }, null],
    ["a day late, which is refused", { today: "2026-11-21", allowsLate: false }, "late"],
    ["late, but the trainer asked again", { today: "2026-11-21", allowsLate: false, state: "given back" }, null],
    ["another version before it is graded", { state: "handed in", versions: 3 }, null],
    ["what is graded", { state: "done" }, "graded"],
    ["the last version", { versions: mostVersions - 1 }, null],
    ["one version too many", { versions: mostVersions }, "too many versions"],
    ["one version too many, but the trainer asked again", { versions: mostVersions, state: "given back" }, null],
  ] as const)("%s", (_, change, reason) => {
    expect(whyNoHandIn({ ...work, ...change })).toBe(reason);
  });

  test("only the days after the due day are late, and none once the trainer asked again", () => {
    expect(isLate(work)).toBe(false);
    expect(isLate({ ...work, today: "2026-11-21" })).toBe(true);
    expect(isLate({ ...work, today: "2026-11-21", state: "given back" })).toBe(false);
    expect(isLate({ ...work, dueOn: null, today: "2026-11-21" })).toBe(false);
  });
});

describe("points", () => {
  const rubric = [
    { text: "It runs", points: 6 },
    { text: "It reads well", points: 4 },
  ];
  test("they add up within the rubric", () => {
    expect(mostPoints(rubric)).toBe(10);
    expect(sumPoints(rubric, [6, 3])).toBe(9);
    expect(sumPoints(rubric, [0, 0])).toBe(0);
    expect(sumPoints([], [])).toBe(0);
  });
  test.each([[[6]], [[6, 4, 1]], [[7, 0]], [[-1, 4]]])("%j does not fit", (given) => {
    expect(sumPoints(rubric, given)).toBeNull();
  });
});
