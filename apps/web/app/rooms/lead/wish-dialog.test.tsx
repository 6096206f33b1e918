import type { Profile } from "@shoreline/contract";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import { endSession, keepToken } from "../../lib/session.ts";
import { startFakeApi } from "../../test/fake-api.ts";
import WishDialog from "./wish-dialog.tsx";

afterEach(cleanup);

test("a learner who waits for a batch finds name, address and number filled in", async () => {
  const profile = {
    firstName: "Kavya",
    lastName: "Raman",
    email: "kavya@example.com",
    countryCode: "+91",
    mobileNumber: "9876543210",
  } as Profile;
  startFakeApi({ account: { read: () => profile } });
  keepToken("kavya");
  onTestFinished(() => endSession("/"));
  render(<WishDialog courseId="python" batchTime="9-10" batchType="week-days" onClose={() => {}} />);
  expect(screen.getByText(/when a batch \(9:00 to 10:00 AM, weekdays\) is planned/)).toBeTruthy();
  fireEvent.focus(screen.getByLabelText("Name"));
  const values = () => screen.getAllByRole<HTMLInputElement>("textbox").map(({ value }) => value);
  await vi.waitFor(() => expect(values()).toEqual(["Kavya Raman", "kavya@example.com", "9876543210"]), 5000);
});
