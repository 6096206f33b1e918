import type { BatchDetail } from "@shoreline/contract";
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { BatchClasses } from "./batch-parts.tsx";

afterEach(cleanup);

const hour = 3_600_000;

test("the class that runs says so, between what is over and what is planned", () => {
  const at = (hours: number) => new Date(Date.now() + hours * hour).toISOString();
  const lessons = [-25, -0.5, 23].map((starts, n) => ({
    ...{ classId: `c${n}`, number: n + 1, topic: `Topic ${n}`, trainer: "Joel Antony", room: null, present: 0 },
    ...{ startsAt: at(starts), endsAt: at(starts + 1), isOver: starts < -1, isCancelled: false },
  }));
  render(<BatchClasses batch={{ lessons } as unknown as BatchDetail} />);
  const states = ["Topic 0", "Topic 1", "Topic 2"].map(
    (name) => /Over|Running|Planned/.exec(screen.getByText(name).closest("tr")?.textContent ?? "")?.[0],
  );
  expect(states).toEqual(["Over", "Running", "Planned"]);
});
