import type { Profile } from "@shoreline/contract";
import { cleanup, render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { endSession, keepToken } from "../../lib/session.ts";
import { Refused, startFakeApi } from "../../test/fake-api.ts";
import { textsOf } from "../../test/field-texts.ts";
import { ContactForm } from "./contact-form.tsx";

beforeEach(() => {
  sessionStorage.clear();
  vi.spyOn(console, "warn").mockImplementation(() => {});
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const fine = {
  "Enquiry for": "Evening batches",
  "Full name": "Kavya Raman",
  "Mobile number": "9876543210",
  "E-mail": "kavya@example.com",
  "Your question": "Is there a batch after seven?",
};
const sumField = () => screen.getByLabelText<HTMLInputElement>(/\d+ \+ \d+ =/);
const errorOf = (label: string) => textsOf(screen.getByLabelText(label))[0];

function solve(): string {
  const [, left, right] = /(\d+) \+ (\d+) =/.exec(sumField().labels?.[0]?.textContent ?? "") ?? [];
  return String(Number(left) + Number(right));
}

async function send({ answer = solve(), ...values }: { answer?: string } & Partial<typeof fine> = {}) {
  for (const [label, value] of Object.entries({ ...fine, ...values })) {
    await userEvent.clear(screen.getByLabelText(label));
    if (value) await userEvent.type(screen.getByLabelText(label), value);
  }
  await userEvent.clear(sumField());
  await userEvent.type(sumField(), answer);
  await userEvent.click(screen.getByRole("button", { name: "Submit" }));
}

test("every field says what is wrong with it, and nothing is sent", async () => {
  const api = startFakeApi({});
  render(<ContactForm />);
  await send({ "Enquiry for": "a", "Full name": "K", "Mobile number": "987", "E-mail": "kavya", "Your question": "" });
  expect(Object.keys(fine).map(errorOf)).toEqual([
    "invalid Enquiry",
    "invalid fullName",
    "invalid mobile number",
    "invalid email",
    "invalid query",
  ]);
  expect(textsOf(screen.getByLabelText("Mobile number"))).toContain("Ten digits");
  expect(api.sent).toEqual([]);
});

test("a wrong sum is refused, and another one is asked", async () => {
  const api = startFakeApi({});
  render(<ContactForm />);
  await send({ answer: "99" });
  expect(textsOf(sumField())).toEqual(["wrong answer", "The sum of the two numbers, in digits"]);
  expect(api.sent).toEqual([]);
});

test("a query is sent once, confirmed, and the form is empty again", async () => {
  const api = startFakeApi({ lead: { contact: () => ({ message: "Thank you." }) } });
  render(<ContactForm />);
  await send();
  expect((await screen.findByRole("alert")).textContent).toContain("Your query has been sent.");
  expect(api.inputsOf("lead.contact")).toMatchObject([
    { enquiryFor: "Evening batches", fullName: "Kavya Raman", mobileNumber: "9876543210", email: "kavya@example.com" },
  ]);
  expect(screen.getByLabelText<HTMLInputElement>("Full name").value).toBe("");
});

test("what the server finds wrong is shown at its field", async () => {
  startFakeApi({ lead: { contact: () => new Refused("INVALID_INPUT", { email: "invalid email" }) } });
  render(<ContactForm />);
  await send();
  expect(errorOf("E-mail")).toBe("invalid email");
});

test("while the database is away the text stays, a status says so, and the query is sent again as the same attempt", async () => {
  let failures = 2;
  const api = startFakeApi({
    lead: { contact: () => (failures-- > 0 ? new Refused("UNAVAILABLE") : { message: "Thank you." }) },
  });
  render(<ContactForm />);
  await send();
  expect((await screen.findByText(/cannot be reached just now/)).closest("[role=status]")).not.toBeNull();
  expect(screen.getByRole("alert").textContent).toBe("");
  expect(screen.getByLabelText<HTMLInputElement>("Full name").value).toBe("Kavya Raman");
  expect(screen.getByRole("button", { name: "Submit" }).getAttribute("aria-busy")).toBe("true");
  await vi.waitFor(() => {
    window.dispatchEvent(new Event("online"));
    expect(screen.getByRole("alert").textContent).toContain("Your query has been sent.");
  });
  expect(screen.getByRole("status").textContent).toBe("");
  const attempts = api.inputsOf("lead.contact").map(({ attemptId }) => attemptId);
  expect([attempts.length, new Set(attempts).size]).toEqual([3, 1]);
});

test("a visitor stops the tries and finds everything as typed", async () => {
  startFakeApi({ lead: { contact: () => new Refused("UNAVAILABLE") } });
  render(<ContactForm />);
  await send();
  await userEvent.click(await screen.findByRole("button", { name: "Stop trying" }));
  expect((await screen.findByText(/Please try again in a minute/)).closest("[role=alert]")).not.toBeNull();
  expect(screen.getByLabelText<HTMLInputElement>("Full name").value).toBe("Kavya Raman");
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Submit" }).disabled).toBe(false);
});

test("a half-filled form survives a reload, without the sum, and is forgotten once it is sent", async () => {
  startFakeApi({ lead: { contact: () => ({ message: "Thank you." }) } });
  render(<ContactForm />);
  await userEvent.type(screen.getByLabelText("Full name"), "Kavya Raman");
  await userEvent.type(sumField(), "1");
  cleanup();
  render(<ContactForm />);
  expect(screen.getByLabelText<HTMLInputElement>("Full name").value).toBe("Kavya Raman");
  expect(sumField().value).toBe("");
  await send();
  await screen.findByText(/Your query has been sent/);
  expect(sessionStorage.getItem("contact-draft")).toBeNull();
});

test.each(["null", "[]", "{"])("a stored draft that cannot be read is ignored: %s", (stored) => {
  sessionStorage.setItem("contact-draft", stored);
  onTestFinished(() => sessionStorage.clear());
  startFakeApi({});
  render(<ContactForm />);
  expect(screen.getByLabelText<HTMLInputElement>("Full name").value).toBe("");
});

test("a draft has what the learner typed, not what was filled in from the profile", async () => {
  const profile = { firstName: "Kavya", lastName: "Raman", email: "kavya@example.com", countryCode: "+971" } as Profile;
  startFakeApi({ account: { read: () => profile } });
  keepToken("kavya");
  onTestFinished(() => endSession("/"));
  const shown = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value;
  render(<ContactForm />);
  await userEvent.click(screen.getByLabelText("Your question"));
  await vi.waitFor(() => expect([shown("Full name"), shown("E-mail")]).toEqual(["Kavya Raman", profile.email]));
  await userEvent.type(screen.getByLabelText("Full name"), " Iyer");
  await userEvent.type(screen.getByLabelText("Your question"), "Is there a batch?");
  cleanup();
  render(<ContactForm />);
  expect(["Your question", "Full name", "E-mail"].map(shown)).toEqual(["Is there a batch?", "Kavya Raman Iyer", ""]);
});
