import type { BatchForm, BatchPreview } from "@shoreline/contract";
import { cleanup, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Refused, startFakeApi } from "../../test/fake-api.ts";
import { openConsole, sampleMe } from "../test/console.tsx";

beforeEach(() => {
  vi.spyOn(console, "warn").mockImplementation(() => {});
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const facts: BatchForm = {
  ...{
    course: { courseId: "sql", name: "SQL", hours: 40, priceInPaise: 1, isHidden: false },
    trainers: [],
    rooms: [],
    today: "2026-11-18",
  },
  batchTimes: ["9-10", "3-4"],
};
const preview: BatchPreview = {
  classes: [{ number: 1, topic: "Joins", section: "Tables", startsAt: "2026-11-20T13:00:00.000Z" }],
  ...{ skipped: [], hours: 40, hoursAWeek: 3, weeks: 14, lastEndsAt: "2027-02-20T14:00:00.000Z", otherWeeks: null },
  ...{ proposed: { batchTime: "3-4", batchType: "week-days" }, hint: null, clashes: [], warnings: [] },
};

function start() {
  return startFakeApi({
    staff: { me: () => sampleMe({ roles: ["owner"] }) },
    planning: {
      form: () => facts,
      preview: ({ pattern }) =>
        pattern.some(({ weekday }) => weekday === 2)
          ? new Refused("INVALID_INPUT", { from: "The time of the first class has passed" })
          : preview,
    },
  });
}

test("a plan that cannot be says why at its field; the last plan stays, and the button promises no classes", async () => {
  start();
  openConsole("/staff/batches/new");
  expect(await screen.findByRole("button", { name: "Open with 40 classes" })).toBeTruthy();
  await userEvent.click(screen.getByRole("checkbox", { name: "Tuesday" }));
  const aside = within(screen.getByRole("complementary", { name: "Plan summary" }));
  expect((await aside.findByRole("alert")).textContent).toContain("The time of the first class has passed");
  const day = screen.getByLabelText("First day");
  expect(day.getAttribute("aria-invalid")).toBe("true");
  expect(screen.getByText("The time of the first class has passed")).toBeTruthy();
  expect(screen.getByRole("button", { name: "Open the batch" })).toBeTruthy();
  expect(screen.getByText("Joins").closest("[inert]")).toBeTruthy();
  await userEvent.click(screen.getByRole("checkbox", { name: "Tuesday" }));
  expect(await screen.findByRole("button", { name: "Open with 40 classes" })).toBeTruthy();
  expect(day.getAttribute("aria-invalid")).toBe("false");
  expect(screen.getByText("Joins").closest("[inert]")).toBeNull();
});

test("who sells an evening batch as an afternoon one chooses so, and reads what differs", async () => {
  start();
  openConsole("/staff/batches/new");
  const sold = await screen.findByLabelText<HTMLSelectElement>("Sold as");
  expect(sold.value).toBe("");
  await userEvent.selectOptions(sold, "3:00 to 4:00 PM, weekdays");
  expect(await screen.findByText(/Buyers choose 3:00 to 4:00 PM; classes are Mon, Wed, Fri 6:30 PM/)).toBeTruthy();
});
