import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createRoutesStub, Outlet } from "react-router";
import { afterEach, expect, test } from "vitest";
import { startFakeApi } from "../../test/fake-api.ts";
import { Guardian } from "./guardian.tsx";

afterEach(cleanup);

const classroom = { profile: { countryCode: "+91", mobileNumber: "9876543210" } };
const nobody = { isNeeded: false, fullName: null, number: null };

async function show() {
  const Stub = createRoutesStub([
    { path: "/", Component: () => <Outlet context={classroom} />, children: [{ index: true, Component: Guardian }] },
  ]);
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Stub initialEntries={["/"]} />
    </QueryClientProvider>,
  );
  await new Promise((wait) => setTimeout(wait, 50));
}

const open = () => userEvent.click(screen.getByRole("button", { name: "Add parent or guardian" }));
async function fill(name: string, number: string) {
  for (const [label, text] of [
    ["Their full name", name],
    ["Their mobile number", number],
  ] as const) {
    await userEvent.clear(screen.getByLabelText(label));
    await userEvent.type(screen.getByLabelText(label), text);
  }
  await userEvent.click(screen.getByRole("button", { name: "Next" }));
}

test("learners who need no guardian see nothing", async () => {
  startFakeApi({ account: { guardian: () => nobody } });
  await show();
  expect(screen.queryByText("Parent or guardian")).toBeNull();
});

test("a learner under age names a guardian, who agrees by a code to their own phone", async () => {
  const api = startFakeApi({
    account: {
      guardian: () => ({ ...nobody, isNeeded: true }),
      sendGuardianCode: () => ({ message: "Sent.", resendInSeconds: 60 }),
      setGuardian: () => ({ isNeeded: false, fullName: "Asha Raman", number: "+917000000001" }),
    },
  });
  await show();
  await open();
  await userEvent.click(screen.getByRole("button", { name: "Next" }));
  expect(screen.getByText("Enter their full name")).toBeTruthy();
  expect(screen.getByText("Enter a 10-digit mobile number")).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByLabelText("Their full name"));
  await fill("Asha Raman", "9876543210");
  expect(screen.getByText("This is your own number")).toBeTruthy();
  expect(api.inputsOf("account.sendGuardianCode")).toEqual([]);
  await fill("Asha Raman", "7000000001");
  await userEvent.click(screen.getByRole("button", { name: "Send the code" }));
  expect(api.inputsOf("account.sendGuardianCode")).toMatchObject([{ mobileNumber: "7000000001" }]);
  await userEvent.click(await screen.findByLabelText(/Digit 1|1 of 6|One-time code.*1/));
  await userEvent.paste("123456");
  await userEvent.click(screen.getByRole("button", { name: "Confirm" }));
  expect(await screen.findByText(/has agreed to your learning and paying here/)).toBeTruthy();
  expect(api.inputsOf("account.setGuardian")).toMatchObject([
    { fullName: "Asha Raman", countryCode: "+91", mobileNumber: "7000000001", code: "123456" },
  ]);
});
