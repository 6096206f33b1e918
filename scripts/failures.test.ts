import { expect, test } from "vitest";
import { readJourneyReport, readUnitReport } from "./failures.mjs";

test("a unit report lists each failed test and each file that could not run, with the first line of the message", () => {
  const report = {
    numPassedTests: 1,
    testResults: [
      {
        name: "a.test.ts",
        status: "failed",
        message: "",
        assertionResults: [
          { fullName: "it works", status: "passed", failureMessages: [] },
          {
            fullName: "it counts",
            status: "failed",
            failureMessages: ["\u001b[31mError: 1 is not 2\u001b[0m\n  at a"],
          },
          { fullName: "it is silent", status: "failed" },
        ],
      },
      { name: "b.test.ts", status: "failed", message: "No such module\nb", assertionResults: [] },
      { name: "c.test.ts", status: "passed", message: "", assertionResults: [] },
    ],
  };
  expect(readUnitReport(report)).toEqual({
    passed: 1,
    failures: [
      "a.test.ts it counts: Error: 1 is not 2",
      "a.test.ts it is silent: no message",
      "b.test.ts: No such module",
    ],
  });
});

test("a journey report lists unexpected and flaky journeys in all groups, and errors outside them", () => {
  const spec = (title: string, status: string, message?: string) => ({
    file: "a.spec.ts",
    title,
    tests: [{ status, results: [{ error: message === undefined ? undefined : { message } }, {}] }],
  });
  const report = {
    stats: { expected: 2 },
    errors: [{ message: "The server did not start\n…" }],
    suites: [
      {
        specs: [spec("passes", "expected"), spec("fails", "unexpected", "Error: hidden\n  at a")],
        suites: [{ specs: [spec("wavers", "flaky", "Timeout")] }],
      },
    ],
  };
  expect(readJourneyReport(report)).toEqual({
    passed: 2,
    failures: ["journeys: The server did not start", "a.spec.ts fails: Error: hidden", "a.spec.ts wavers: Timeout"],
  });
});

test("an empty report has no test that passed", () => {
  expect(readUnitReport({})).toEqual({ passed: 0, failures: [] });
  expect(readJourneyReport({})).toEqual({ passed: 0, failures: [] });
});
