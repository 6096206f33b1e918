import { cleanup, render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Refused, startFakeApi } from "../../test/fake-api.ts";
import Subscribe from "./subscribe.tsx";

beforeEach(() => {
  vi.spyOn(console, "warn").mockImplementation(() => {});
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const field = () => screen.getByLabelText<HTMLInputElement>("E-mail address");
const status = () => screen.getByRole("status").textContent;

async function subscribe(email: string) {
  render(<Subscribe />);
  await userEvent.type(field(), email);
  await userEvent.click(screen.getByRole("button", { name: "Subscribe" }));
}

test("a wrong address is marked until it is typed over, and nothing is sent", async () => {
  const api = startFakeApi({});
  await subscribe("kavya@");
  expect([status(), field().getAttribute("aria-invalid")]).toEqual([
    "Invalid Email. An address such as asha@example.com",
    "true",
  ]);
  expect(api.sent).toEqual([]);
  await userEvent.type(field(), "e");
  expect([status(), field().getAttribute("aria-invalid")]).toEqual(["", "false"]);
});

test("a subscription says from where it came, and the box is empty again", async () => {
  const api = startFakeApi({ lead: { subscribe: () => ({ message: "Thank you." }) } });
  await subscribe(" kavya@example.com ");
  expect(status()).toMatch(/^Thank you/);
  expect(api.inputsOf("lead.subscribe")).toEqual([
    { email: "kavya@example.com", source: "footer", page: location.pathname },
  ]);
  expect(field().value).toBe("");
});

test("an address that the server refuses is marked as well", async () => {
  startFakeApi({ lead: { subscribe: () => new Refused("INVALID_INPUT", { email: "Invalid Email" }) } });
  await subscribe("kavya@example.com");
  expect([status(), field().getAttribute("aria-invalid")]).toEqual([
    "Invalid Email. An address such as asha@example.com",
    "true",
  ]);
});

test("without an answer the address stays in the box and is sent again by itself", async () => {
  let isDown = true;
  startFakeApi({
    lead: {
      subscribe: () => {
        if (isDown) throw new TypeError("offline");
        return { message: "" };
      },
    },
  });
  await subscribe("kavya@example.com");
  await vi.waitFor(() => expect(status()).toMatch(/our website cannot be reached just now/));
  expect(field().value).toBe("kavya@example.com");
  isDown = false;
  await vi.waitFor(() => {
    window.dispatchEvent(new Event("online"));
    expect(status()).toMatch(/^Thank you/);
  });
});
