import { beforeEach, expect, test } from "vitest";
import { setZone } from "../when.ts";
import { fromFieldValue, quickCalls, toFieldValue } from "./next-call.ts";

beforeEach(() => setZone("Asia/Kolkata"));

test.each([
  ["2026-11-14T16:30+05:30", ["2026-11-14T18:30", "2026-11-15T10:00", "2026-11-16T10:00"]],
  ["2026-11-16T09:00+05:30", ["2026-11-16T11:00", "2026-11-17T10:00", "2026-11-23T10:00"]],
  ["2026-12-31T23:15+05:30", ["2027-01-01T01:15", "2027-01-01T10:00", "2027-01-04T10:00"]],
])("at %s the quick choices are %s", (now, choices) => {
  expect(quickCalls(new Date(now)).map(({ at }) => toFieldValue(at))).toEqual(choices);
});

test("what a field shows is the moment that is saved, in the institute's zone", () => {
  expect(fromFieldValue("2026-11-16T10:00")).toBe("2026-11-16T04:30:00.000Z");
  expect(toFieldValue(new Date("2026-11-16T04:30:00.000Z"))).toBe("2026-11-16T10:00");
  setZone("Europe/Berlin");
  expect(fromFieldValue("2026-07-01T10:00")).toBe("2026-07-01T08:00:00.000Z");
  expect(fromFieldValue("")).toBeNull();
});
