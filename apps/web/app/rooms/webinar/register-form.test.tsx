import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { Refused, startFakeApi } from "../../test/fake-api.ts";
import { answerOrder, proof, startFakeCheckout } from "../../test/fake-checkout.ts";
import { textsOf } from "../../test/field-texts.ts";
import { webinarPage } from "../../test/webinar.ts";
import { RegisterForm } from "./register-form.tsx";
import type { TakenSeat } from "./registration.tsx";

const seatReply = { message: "Your seat is saved.", userId: "seat-1", groupUrl: "" };

beforeEach(async () => {
  await Promise.all([import("./registration.tsx"), import("./pay.ts")]);
  vi.spyOn(console, "warn").mockImplementation(() => {});
  vi.spyOn(console, "error").mockImplementation(() => {});
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

function show(webinar = webinarPage()) {
  const seats: TakenSeat[] = [];
  const refusals: string[] = [];
  render(
    <RegisterForm
      webinar={webinar}
      instituteName="Shoreline Academy"
      hasSeat={false}
      onBusy={() => {}}
      onSeat={(seat) => seats.push(seat)}
      onNotice={() => {}}
      onRefused={() => refusals.push("refused")}
    >
      {null}
    </RegisterForm>,
  );
  return { seats, refusals };
}

async function register(values: Record<string, string> = {}) {
  const filled = { Name: "Kavya", "E-mail": "kavya@example.com", "Mobile number": "9876543210", ...values };
  for (const [label, value] of Object.entries(filled))
    fireEvent.change(screen.getByLabelText(label), { target: { value } });
  fireEvent.click(screen.getByRole("button", { name: /^Register/ }));
  await act(async () => {});
}

const errorOf = (label: string) => textsOf(screen.getByLabelText(label))[0];
const alert = () => screen.getByRole("alert").textContent;

test("each field says what is wrong with it, until it is changed; nothing is sent", async () => {
  const api = startFakeApi({});
  show();
  await register({ Name: "K1", "E-mail": "kavya", "Mobile number": "12" });
  await vi.waitFor(() => expect(errorOf("Name")).toBe("invalid username"));
  expect([errorOf("E-mail"), errorOf("Mobile number")]).toEqual(["invalid email", "invalid mobileNumber"]);
  fireEvent.change(screen.getByLabelText("Name"), { target: { value: "Kavya" } });
  expect(errorOf("Name")).toBeUndefined();
  expect(api.sent).toEqual([]);
});

test("a free seat is taken with one call", async () => {
  const api = startFakeApi({ webinar: { register: () => seatReply } });
  const { seats } = show();
  await register();
  await vi.waitFor(() => expect(seats).toEqual([{ reply: seatReply, email: "kavya@example.com" }]));
  expect(alert()).toContain("Your seat is saved.");
  expect(api.sent.map(({ call }) => call)).toEqual(["webinar.register"]);
  expect(api.inputsOf("webinar.register")).toMatchObject([{ webinar: "first-api", username: "Kavya" }]);
});

test("the group opens by itself after a second, and the message goes after four", async () => {
  const opened: { opener: unknown; location: { href: string } }[] = [];
  vi.stubGlobal("open", () => {
    opened.push({ opener: window, location: { href: "" } });
    return opened.at(-1);
  });
  onTestFinished(() => void vi.unstubAllGlobals());
  vi.useFakeTimers();
  startFakeApi({ webinar: { register: () => ({ ...seatReply, groupUrl: "https://chat.example.com/g" }) } });
  show();
  await register();
  await act(() => vi.advanceTimersByTimeAsync(900));
  expect(opened).toEqual([]);
  await act(() => vi.advanceTimersByTimeAsync(200));
  expect(opened).toEqual([{ opener: null, location: { href: "https://chat.example.com/g" } }]);
  expect(alert()).toContain("Your seat is saved.");
  await act(() => vi.advanceTimersByTimeAsync(3000));
  expect(alert()).toBe("");
});

test("where the window is blocked the message stays, with a link to the group", async () => {
  vi.stubGlobal("open", () => null);
  vi.useFakeTimers();
  startFakeApi({ webinar: { register: () => ({ ...seatReply, groupUrl: "https://chat.example.com/g" }) } });
  show();
  await register();
  await act(() => vi.advanceTimersByTimeAsync(10_000));
  expect(screen.getByRole("link", { name: "Open the group" }).getAttribute("href")).toBe("https://chat.example.com/g");
});

test("what the server finds wrong is shown at its field", async () => {
  startFakeApi({ webinar: { register: () => new Refused("INVALID_INPUT", { email: "invalid email" }) } });
  show();
  await register();
  await vi.waitFor(() => expect(errorOf("E-mail")).toBe("invalid email"));
});

test("a webinar that is full, or has a price by now, is asked for again", async () => {
  let code: "WEBINAR_FULL" | "PAYMENT_REQUIRED" = "WEBINAR_FULL";
  startFakeApi({ webinar: { register: () => new Refused(code) } });
  const { refusals } = show();
  await register();
  await vi.waitFor(() => expect(refusals).toHaveLength(1));
  expect(alert()).not.toBe("");
  code = "PAYMENT_REQUIRED";
  await register();
  await vi.waitFor(() => expect(alert()).toContain("This webinar is no longer free."));
  expect(refusals).toHaveLength(2);
});

test("without an answer the form is sent again by itself, as the same attempt", async () => {
  let isDown = true;
  const api = startFakeApi({
    webinar: {
      register: () => {
        if (isDown) throw new TypeError("offline");
        return seatReply;
      },
    },
  });
  const { seats } = show();
  await register();
  await vi.waitFor(() => expect(screen.getByRole("status").textContent).toContain("our website cannot be reached"));
  isDown = false;
  window.dispatchEvent(new Event("online"));
  await vi.waitFor(() => expect(seats).toHaveLength(1));
  const [first, second] = api.inputsOf("webinar.register");
  expect(second).toEqual(first);
});

test("a registrant who stops the tries sends the form again, as the same attempt", async () => {
  let isDown = true;
  const api = startFakeApi({
    webinar: { register: () => (isDown ? new Refused("UNAVAILABLE") : seatReply) },
  });
  const { seats } = show();
  await register();
  fireEvent.click(await screen.findByRole("button", { name: "Stop trying" }));
  await vi.waitFor(() => expect(alert()).toContain("Please try again in a minute."));
  isDown = false;
  await register();
  await vi.waitFor(() => expect(seats).toHaveLength(1));
  const [first, second] = api.inputsOf("webinar.register");
  expect(second).toEqual(first);
});

test("a paid seat is paid for first, within its hold, and sent with the proof", async () => {
  const { opened } = startFakeCheckout();
  const api = startFakeApi({
    payment: { order: answerOrder },
    webinar: { register: () => seatReply },
  });
  const { seats } = show(webinarPage({ isFree: false, price: 499 }));
  await register();
  await vi.waitFor(() => expect(opened).toHaveLength(1));
  expect(api.inputsOf("payment.order")).toMatchObject([
    { amount: 49_900, webinarId: "first-api", email: "kavya@example.com" },
  ]);
  expect(opened[0]?.options).toMatchObject({ prefill: { name: "Kavya", contact: "+919876543210" } });
  expect(opened[0]?.options.timeout).toBeGreaterThan(0);
  await act(async () => opened[0]?.pay());
  await vi.waitFor(() => expect(seats).toHaveLength(1));
  expect(api.inputsOf("webinar.register")).toMatchObject([proof]);
});

test("a payment window that is closed takes no seat", async () => {
  const { opened } = startFakeCheckout();
  const api = startFakeApi({
    payment: { order: answerOrder },
  });
  show(webinarPage({ isFree: false, price: 499 }));
  await register();
  await vi.waitFor(() => expect(opened).toHaveLength(1));
  await act(async () => opened[0]?.dismiss());
  expect(api.inputsOf("webinar.register")).toEqual([]);
  await vi.waitFor(() =>
    expect(screen.getByRole<HTMLButtonElement>("button", { name: /^Register/ }).disabled).toBe(false),
  );
});
