import type { Profile } from "@shoreline/contract";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createRoutesStub, Outlet } from "react-router";
import { afterEach, expect, test } from "vitest";
import { startFakeApi } from "../../test/fake-api.ts";
import { EditForm } from "./edit-form.tsx";

afterEach(cleanup);

const profile: Profile = {
  _id: "1",
  firstName: "Kavya",
  lastName: "Raman",
  gender: "female",
  dateOfBirth: "2004-02-29",
  email: "kavya@example.com",
  occupation: "student",
  instOrOrg: "Anna University",
  companyOrSchool: "Anna University",
  state: "Pondicherry",
  country: "india",
  countryCode: "+91",
  mobileNumber: "9876543210",
  profilePicture: "/pictures/blank.svg",
  skills: [],
  noticeChannel: "mail",
};

function show(change: Partial<Profile> = {}) {
  const classroom = { profile: { ...profile, ...change }, purchases: [] };
  const Stub = createRoutesStub([
    { path: "/", Component: () => <Outlet context={classroom} />, children: [{ index: true, Component: EditForm }] },
  ]);
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Stub initialEntries={["/"]} />
    </QueryClientProvider>,
  );
}

const choice = (name: string) => screen.findByRole<HTMLInputElement>("radio", { name });

test("a learner chooses WhatsApp, reads what that means, and saves it with the profile", async () => {
  const api = startFakeApi({
    site: { countries: () => [] },
    account: {
      channels: () => ({ channels: ["mail", "sms", "whatsapp"] }),
      edit: ({ noticeChannel = "mail" }) => ({ ...profile, noticeChannel }),
    },
  });
  show();
  expect((await choice("E-mail")).checked).toBe(true);
  expect(screen.getByText(/If you choose SMS or WhatsApp, you agree to get messages/)).toBeTruthy();
  await userEvent.click(await choice("WhatsApp"));
  await userEvent.click(screen.getByRole("button", { name: "Update" }));
  expect(await screen.findByText("Your profile has been updated.")).toBeTruthy();
  expect(api.inputsOf("account.edit")).toMatchObject([{ noticeChannel: "whatsapp" }]);
  expect((await choice("WhatsApp")).checked).toBe(true);
});

test("where there is only mail, there is nothing to choose", async () => {
  const api = startFakeApi({
    site: { countries: () => [] },
    account: { channels: () => ({ channels: ["mail"] }) },
  });
  show();
  await screen.findByRole("button", { name: "Update" });
  await expect.poll(() => api.inputsOf("account.channels").length).toBe(1);
  expect(screen.queryByText("Class reminders")).toBeNull();
});

test("a channel that is no longer offered shows as mail", async () => {
  startFakeApi({
    site: { countries: () => [] },
    account: { channels: () => ({ channels: ["mail", "sms"] }) },
  });
  show({ noticeChannel: "whatsapp" });
  expect((await choice("E-mail")).checked).toBe(true);
});
