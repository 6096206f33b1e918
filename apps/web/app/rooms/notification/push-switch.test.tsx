import type { PushDevice } from "@shoreline/contract";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { startFakeApi } from "../../test/fake-api.ts";
import { PushSwitch } from "./push-switch.tsx";

const phone: PushDevice = {
  deviceId: "d1",
  device: "Chrome on Android",
  addedAt: "2026-11-01T05:00:00.000Z",
  isThis: false,
};
const endpoint = "https://push.example.com/abc";

/** A browser with a push service, or what takes its place. */
function openBrowser({ permission = "default", answer = "granted", isReachable = true } = {}) {
  let subscription: object | null = null;
  const unsubscribe = async () => {
    subscription = null;
    return true;
  };
  const pushManager = {
    getSubscription: async () => subscription,
    subscribe: async () => {
      if (!isReachable) throw new DOMException("Registration failed - push service error", "AbortError");
      subscription = { endpoint, unsubscribe, toJSON: () => ({ endpoint, keys: { p256dh: "p", auth: "a" } }) };
      return subscription;
    },
  };
  const worker = { pushManager };
  const asked = vi.fn(async () => answer);
  vi.stubGlobal("PushManager", class {});
  vi.stubGlobal("Notification", { permission, requestPermission: asked });
  vi.stubGlobal("navigator", {
    serviceWorker: { getRegistration: async () => worker, ready: Promise.resolve(worker) },
    userAgent: "Test",
  });
  return { asked };
}

function startApi(devices: PushDevice[] = []) {
  const stored = { devices };
  startFakeApi({
    notification: {
      pushKey: () => ({ publicKey: "BKey" }),
      devices: () => stored,
      subscribe: () => {
        stored.devices = [{ ...phone, deviceId: "d2", device: "This one", isThis: true }, ...stored.devices];
        return stored;
      },
      unsubscribe: ({ endpoint, deviceId }) => {
        stored.devices = stored.devices.filter((one) => (endpoint ? !one.isThis : one.deviceId !== deviceId));
        return stored;
      },
    },
  });
}

const open = () =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <PushSwitch />
    </QueryClientProvider>,
  );
const theSwitch = () => screen.findByRole<HTMLInputElement>("switch", { name: "Notifications on this device" });

beforeEach(() => {
  vi.spyOn(console, "warn").mockImplementation(() => {});
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test("nobody is asked until the switch is pressed; then this device is on, and off again", async () => {
  const { asked } = openBrowser();
  startApi();
  open();
  const button = await theSwitch();
  expect(button.checked).toBe(false);
  expect(asked.mock.calls).toHaveLength(0);
  await userEvent.click(button);
  await vi.waitFor(async () => expect((await theSwitch()).checked && !(await theSwitch()).disabled).toBe(true));
  await userEvent.click(await theSwitch());
  await vi.waitFor(async () => expect((await theSwitch()).checked).toBe(false));
});

test("who says no is told that the device stays quiet", async () => {
  openBrowser({ answer: "denied" });
  startApi();
  open();
  await userEvent.click(await theSwitch());
  expect(await screen.findByText("You did not allow notifications, so this device stays quiet.")).toBeTruthy();
  expect((await theSwitch()).checked).toBe(false);
});

test("a browser that blocks this site, or cannot do it, says what helps", async () => {
  openBrowser({ permission: "denied" });
  startApi();
  open();
  expect((await theSwitch()).disabled).toBe(true);
  expect(screen.getByText(/^This browser blocks notifications of this site/)).toBeTruthy();
  cleanup();
  vi.unstubAllGlobals();
  vi.stubGlobal("navigator", { userAgent: "Test" });
  startApi();
  open();
  expect((await theSwitch()).disabled).toBe(true);
  expect(screen.getByText(/add this site to your home screen/)).toBeTruthy();
});

test("a push service that cannot be reached is named, and the switch stays off", async () => {
  openBrowser({ isReachable: false });
  startApi();
  open();
  await userEvent.click(await theSwitch());
  expect(await screen.findByText(/could not reach its notification service/)).toBeTruthy();
  expect((await theSwitch()).checked).toBe(false);
});

test("other devices are turned off from here", async () => {
  openBrowser();
  startApi([phone]);
  open();
  await userEvent.click(await screen.findByRole("button", { name: "Turn off on Chrome on Android" }));
  await vi.waitFor(() => expect(screen.queryByText("Chrome on Android")).toBeNull());
});
