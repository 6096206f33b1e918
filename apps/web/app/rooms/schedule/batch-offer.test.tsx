import type { OfferedBatch } from "@shoreline/contract";
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { startFakeApi } from "../../test/fake-api.ts";
import { BatchOffer } from "./batch-offer.tsx";
import { MissedClasses } from "./missed-classes.tsx";

const choice = { batchTime: "9-10", batchType: "week-days" } as const;
const batch: OfferedBatch = {
  _id: "b1",
  ...choice,
  startsAt: "2026-11-23T03:30:00.000Z",
  endsAt: "2027-01-01T04:30:00.000Z",
  classes: 30,
  weeks: 6,
  trainerName: "Joel",
  seats: null,
  closesAt: null,
  days: null,
};

afterEach(cleanup);

function offer(change: Partial<OfferedBatch> = {}): string {
  startFakeApi({});
  const about = { courseId: "python", now: "2026-11-16T03:30:00.000Z", choice, timeZone: "Asia/Kolkata" };
  const { container } = render(<BatchOffer {...about} batches={[{ ...batch, ...change }]} onChoose={() => {}} />);
  return container.textContent;
}

test("an offered batch tells its start, its hours, how many classes it has, and its trainer", () => {
  expect(offer()).toBe("Starts Mon, 23 Nov 2026Monday to Friday, 9:00 to 10:00 AM IST30 classes in 6 weeks, with Joel");
});

test("a batch whose classes are not planned yet tells nothing about them", () => {
  expect(offer({ classes: 0, trainerName: "" })).toBe("Starts Mon, 23 Nov 2026Monday to Friday, 9:00 to 10:00 AM IST");
});

test("missed classes have their own numbers, also when one was cancelled", async () => {
  const classes = [
    { number: 1, topic: "Values" },
    { number: 3, topic: "Loops" },
  ];
  startFakeApi({ schedule: { missed: () => classes } });
  render(<MissedClasses batchId="b1" over={2} />);
  const details = screen.getByRole<HTMLDetailsElement>("group");
  details.open = true;
  details.dispatchEvent(new Event("toggle"));
  await screen.findByText("Loops");
  expect(screen.getAllByRole<HTMLLIElement>("listitem").map(({ value, textContent }) => [value, textContent])).toEqual([
    [1, "Values"],
    [3, "Loops"],
  ]);
});
