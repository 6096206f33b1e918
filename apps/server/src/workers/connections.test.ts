import { expect, test } from "vitest";
import { divide, neededConnections } from "./connections.ts";

test.each([1, 2, 6, 8, 16, 64])("%d workers stay below what the database allows", (workers) => {
  for (const allowed of [97, 197, 1000]) {
    const pool = attempt(() => divide(allowed, workers));
    if (pool) expect(workers * (pool + 3)).toBeLessThan(allowed);
  }
  expect(divide(neededConnections(workers) - 3, workers)).toBe(10);
});

test("too few connections are said in one line, with what to do", () => {
  expect(() => divide(97, 12)).toThrow(
    "The database allows 97 connections, too few for WORKERS=12. Set WORKERS to 11 or less, or raise max_connections of the database to 102 or more.",
  );
  expect(divide(97, 11)).toBe(4);
});

function attempt(work: () => number): number | null {
  try {
    return work();
  } catch {
    return null;
  }
}
