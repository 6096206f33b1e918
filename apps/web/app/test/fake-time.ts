import { cleanup } from "@testing-library/react";
import { afterEach, beforeEach, vi } from "vitest";

/** Every test has a clock of its own, which may be wrong by years, and says nothing about what it refuses. */
export function startFakeTime({ now }: { now?: string } = {}): void {
  beforeEach(() => {
    vi.useFakeTimers();
    if (now) vi.setSystemTime(now);
    vi.spyOn(console, "warn").mockImplementation(() => {});
  });
  afterEach(() => {
    cleanup();
    vi.useRealTimers();
    vi.restoreAllMocks();
  });
}

/** The clock of this browser is years behind. */
export const yearsBehind = { now: "2020-01-01T00:00:00Z" };
