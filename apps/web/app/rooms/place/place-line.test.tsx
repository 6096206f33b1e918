import type { OwnPlace } from "@shoreline/contract";
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { PlaceLine } from "./place-line.tsx";

afterEach(cleanup);

const batch = {
  ...{
    batchId: "b",
    name: "",
    batchTime: "9-10",
    batchType: "week-days" as const,
    startsAt: "2026-11-02T03:30:00.000Z",
  },
  ...{ classesOver: 4, seatsLeft: null },
};
const place = (given: Partial<OwnPlace>) => ({ batch, whyNoChange: null, longestPause: 90, ...given }) as OwnPlace;

test.each([
  ["Change or pause", {}],
  ["Pause", { whyNoChange: "It is too late to change." }],
  ["Change", { longestPause: 0 }],
  ["Your batch", { whyNoChange: "It is too late to change.", longestPause: 0 }],
])("at the top of the schedule the batch is named, with the way to “%s”", (text, given) => {
  render(<PlaceLine place={place(given)} />);
  expect(screen.getByText(/9:00 to 10:00 AM, weekdays/)).toBeTruthy();
  expect(screen.getByRole("link", { name: text }).getAttribute("href")).toBe("#place");
});
