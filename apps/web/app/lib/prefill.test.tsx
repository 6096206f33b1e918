import type { Profile } from "@shoreline/contract";
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Refused, startFakeApi } from "../test/fake-api.ts";
import { NumberField } from "../ui/number-field.tsx";
import { prefill } from "./prefill.ts";
import { keepToken } from "./session.ts";

const profile: Profile = {
  _id: "1",
  firstName: "Kavya",
  lastName: "Raman",
  gender: "",
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

beforeEach(() => {
  localStorage.clear();
  delete document.documentElement.dataset.signedIn;
});
afterEach(cleanup);

/** Keeps all values in one state, as our dialogs do. */
function Form() {
  const [values, setValues] = useState({ name: "", email: "", mobileNumber: "" });
  const field = (name: keyof typeof values) => ({
    "aria-label": name,
    value: values[name],
    onChange: (event: { target: { value: string } }) => setValues({ ...values, [name]: event.target.value }),
  });
  return (
    <form onFocus={prefill}>
      <input autoComplete="name" {...field("name")} />
      <input autoComplete="email" {...field("email")} />
      <NumberField label="mobileNumber" {...field("mobileNumber")} />
    </form>
  );
}

const shown = () => screen.getAllByRole<HTMLInputElement>("textbox").map(({ value }) => value);

async function focusForm() {
  await act(async () => fireEvent.focus(screen.getByLabelText("name")));
  await act(() => new Promise((done) => setTimeout(done, 50)));
}

test("the first focus fills what is empty, never what was typed, and does not fill again what was cleared", async () => {
  startFakeApi({ account: { read: () => profile } });
  keepToken("kavya");
  render(<Form />);
  fireEvent.change(screen.getByLabelText("email"), { target: { value: "work@example.com" } });
  await focusForm();
  await vi.waitFor(() => expect(shown()).toEqual(["Kavya Raman", "work@example.com", "9876543210"]), 5000);
  fireEvent.change(screen.getByLabelText("name"), { target: { value: "" } });
  await focusForm();
  expect(shown()[0]).toBe("");
});

test("text is selected in the field that has the focus, so that typing replaces it", async () => {
  startFakeApi({ account: { read: () => profile } });
  keepToken("kavya who types");
  render(<Form />);
  const email = screen.getByLabelText<HTMLInputElement>("email");
  await act(async () => email.focus());
  await vi.waitFor(() => expect(shown()).toEqual(["Kavya Raman", "kavya@example.com", "9876543210"]), 5000);
  expect([email.selectionStart, email.selectionEnd]).toEqual([0, "kavya@example.com".length]);
  await userEvent.keyboard("work@example.com");
  expect(email.value).toBe("work@example.com");
});

test("a number of another country is not taken for an Indian one", async () => {
  startFakeApi({ account: { read: () => ({ ...profile, countryCode: "+971" }) } });
  keepToken("abroad");
  render(<Form />);
  await focusForm();
  await vi.waitFor(() => expect(shown()).toEqual(["Kavya Raman", "kavya@example.com", ""]), 5000);
});

test("without a token nothing is asked, and a failed call changes nothing", async () => {
  const asked: string[] = [];
  startFakeApi({
    account: {
      read: () => {
        asked.push("profile");
        return new Refused("INTERNAL");
      },
    },
  });
  vi.spyOn(console, "warn").mockImplementation(() => {});
  render(<Form />);
  await focusForm();
  expect(asked).toEqual([]);
  keepToken("kavya again");
  await focusForm();
  await vi.waitFor(() => expect(asked).not.toEqual([]), 5000);
  expect(shown()).toEqual(["", "", ""]);
});
