import { BroadcastChannel } from "node:worker_threads";
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { beforeEach, expect, test, vi } from "vitest";
import { Refused, startFakeApi } from "../../test/fake-api.ts";
import { startFakeTime } from "../../test/fake-time.ts";
import { textsOf } from "../../test/field-texts.ts";
import { rememberSent } from "./enquiry-memory.ts";
import { EnquiryPopup } from "./enquiry-popup.tsx";

await import("./enquiry-form.tsx");
// Browsers have it, happy-dom does not.
Object.assign(globalThis, { BroadcastChannel });
startFakeTime();
beforeEach(() => {
  sessionStorage.clear();
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is not in this browser.
  document.cookie = "isAlert=; max-age=0; path=/";
});

const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const popup = () => screen.queryByRole("dialog", { name: "Course Enquiry" });
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });

function visit(path = "/onlinecourses") {
  return render(
    <MemoryRouter initialEntries={[path]}>
      <input aria-label="Search" />
      <EnquiryPopup courses={["Python", "Java", "Others"]} />
    </MemoryRouter>,
  );
}

async function openPopup(path?: string) {
  visit(path);
  await wait(1000);
  expect(popup()).not.toBeNull();
}

async function send(values: Record<string, string> = {}) {
  const filled = {
    Name: "Kavya",
    "E-mail": "kavya@example.com",
    "Mobile number": "9876543210",
    Course: "Python",
    ...values,
  };
  for (const [label, value] of Object.entries(filled)) type(label, value);
  fireEvent.click(screen.getByRole("button", { name: "Submit" }));
  await wait(0);
}

test("the popup appears a second after the visitor has arrived", async () => {
  visit();
  await wait(900);
  expect(popup()).toBeNull();
  await wait(100);
  expect(popup()).not.toBeNull();
});

test.each([
  "/webinar/first-api",
  "/webinarview",
  "/verify/e_certificate",
  "/view/e_certificate/X",
  "/mcq/test/python/Lists",
])("the popup never appears on %s", async (path) => {
  visit(path);
  await wait(120_000);
  expect(popup()).toBeNull();
});

test("a closed popup is gone after a second and a half, and returns 60 seconds after closing", async () => {
  await openPopup();
  fireEvent.click(screen.getByRole("button", { name: "Close the enquiry" }));
  await wait(1400);
  expect(popup()).not.toBeNull();
  await wait(200);
  expect(popup()).toBeNull();
  await wait(58_000);
  expect(popup()).toBeNull();
  await wait(500);
  expect(popup()).not.toBeNull();
});

test("Escape closes the popup", async () => {
  await openPopup();
  fireEvent.keyDown(document, { key: "Escape" });
  await wait(1600);
  expect(popup()).toBeNull();
});

test("a popup closed on one page keeps its 60 seconds on the next", async () => {
  await openPopup();
  fireEvent.keyDown(document, { key: "Escape" });
  await wait(20_000);
  cleanup();
  visit("/career");
  await wait(39_000);
  expect(popup()).toBeNull();
  await wait(2000);
  expect(popup()).not.toBeNull();
});

test("a visitor who is typing elsewhere is not interrupted", async () => {
  visit();
  screen.getByLabelText("Search").focus();
  await wait(30_000);
  expect(popup()).toBeNull();
  screen.getByLabelText("Search").blur();
  await wait(1000);
  expect(popup()).not.toBeNull();
});

test("a sent enquiry is confirmed, sets the cookie for a year, and the popup does not return", async () => {
  const cookies = vi.spyOn(document, "cookie", "set");
  const api = startFakeApi({ lead: { enquire: () => ({ message: "Thank you." }) } });
  await openPopup();
  await send();
  expect(api.inputsOf("lead.enquire")).toMatchObject([
    { name: "Kavya", email: "kavya@example.com", mobileNumber: "9876543210", selectedCoruse: "Python" },
  ]);
  expect(screen.getByText("Your enquiry has been sent. We will call you.")).toBeTruthy();
  expect(cookies.mock.calls).toEqual([["isAlert=1; path=/; max-age=31536000; samesite=lax"]]);
  await wait(300_000);
  expect(popup()).toBeNull();
});

test("a visitor whose cookie says that an enquiry was sent never sees the popup", async () => {
  rememberSent();
  visit();
  await wait(120_000);
  expect(popup()).toBeNull();
});

test("each field says what is wrong with it, and nothing is sent", async () => {
  const api = startFakeApi({});
  await openPopup();
  await send({ Name: "K2", "E-mail": "kavya@", "Mobile number": "98765" });
  for (const [label, message] of [
    ["Name", "Invalid name"],
    ["E-mail", "Invalid Email"],
  ] as const) {
    const field = screen.getByLabelText(label);
    expect(field.getAttribute("aria-invalid")).toBe("true");
    expect(textsOf(field)[0]).toBe(message);
  }
  expect(screen.getByLabelText("Mobile number").getAttribute("aria-invalid")).toBe("true");
  expect(api.sent).toEqual([]);
  type("Name", "Kavya");
  expect(screen.getByLabelText("Name").getAttribute("aria-invalid")).toBe("false");
});

test("a number can be pasted with its country code, and letters cannot be typed into it", async () => {
  await openPopup();
  type("Mobile number", "+91 98765-43210");
  expect(screen.getByLabelText<HTMLInputElement>("Mobile number").value).toBe("9876543210");
  type("Mobile number", "9876x");
  expect(screen.getByLabelText<HTMLInputElement>("Mobile number").value).toBe("9876");
});

test("choosing Others asks for the name of the course", async () => {
  const api = startFakeApi({ lead: { enquire: () => ({ message: "Thank you." }) } });
  await openPopup();
  expect(screen.queryByLabelText("Course name")).toBeNull();
  type("Course", "Others");
  type("Course name", "Rust");
  await send({ Course: "Others" });
  expect(api.inputsOf("lead.enquire")).toMatchObject([{ selectedCoruse: "Others", otherCourseName: "Rust" }]);
});

test("an enquiry that could not be sent is not lost: the form stays, and sending it again is the same attempt", async () => {
  let isDown = true;
  const api = startFakeApi({ lead: { enquire: () => (isDown ? new Refused("INTERNAL") : { message: "Thank you." }) } });
  await openPopup();
  await send();
  expect(screen.getByRole("alert").textContent).toContain("somthing wrong");
  isDown = false;
  fireEvent.click(screen.getByRole("button", { name: "Submit" }));
  await wait(0);
  const [first, second] = api.inputsOf("lead.enquire");
  expect(second).toEqual(first);
  expect(screen.getByText("Your enquiry has been sent. We will call you.")).toBeTruthy();
});

test("no course is chosen for the visitor, and an enquiry without one is not sent", async () => {
  const api = startFakeApi({});
  await openPopup();
  await send({ Course: "" });
  expect(textsOf(screen.getByLabelText("Course"))[0]).toBe("Choose a course");
  expect(api.sent).toEqual([]);
});

test("the popup takes no focus", async () => {
  await openPopup();
  expect(document.activeElement).toBe(document.body);
});
