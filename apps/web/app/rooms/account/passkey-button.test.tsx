import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { endSession, readToken } from "../../lib/session.ts";
import { Refused, startFakeApi } from "../../test/fake-api.ts";
import { PasskeyButton } from "./passkey-button.tsx";

beforeEach(() => {
  endSession("/");
  localStorage.setItem("device", "my-browser");
  vi.spyOn(console, "warn").mockImplementation(() => {});
});
afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.restoreAllMocks();
});

const bytes = (text: string) => new TextEncoder().encode(text).buffer;
const proof = {
  id: "a2V5",
  rawId: bytes("key"),
  type: "public-key",
  authenticatorAttachment: "platform",
  response: { clientDataJSON: bytes("{}"), authenticatorData: bytes("data"), signature: bytes("signed") },
  getClientExtensionResults: () => ({}),
};

/** A browser that knows passkeys; `get` is what its window answers. */
function giveBrowser(get: () => Promise<unknown>) {
  vi.stubGlobal("PublicKeyCredential", class {});
  vi.stubGlobal("navigator", { ...navigator, userAgent: "test", credentials: { get } });
  onTestFinished(() => void vi.unstubAllGlobals());
}

const button = () => screen.queryByRole("button", { name: "Sign in with a passkey" });
const press = () => userEvent.click(button() as HTMLElement);

const begin = { passkeySignIn: () => ({ challenge: "Y2hhbGxlbmdl", rpId: "localhost", userVerification: "required" }) };

test("a browser without passkeys offers none", () => {
  render(<PasskeyButton />);
  expect(button()).toBeNull();
});

test("a visitor signs in with a passkey, and the browser names itself", async () => {
  giveBrowser(async () => proof);
  const api = startFakeApi({
    account: { ...begin, passkeyLogin: () => ({ token: "kavya", device: "my-browser" }), read: () => ({}) as never },
  });
  render(<PasskeyButton />);
  await press();
  await vi.waitFor(() => expect(readToken()).toBe("kavya"));
  expect(api.inputsOf("account.passkeyLogin")).toMatchObject([
    { device: "my-browser", response: { id: "a2V5", response: { signature: "c2lnbmVk" } } },
  ]);
});

test("a visitor who closes the browser's window reads that the number works too", async () => {
  giveBrowser(() => Promise.reject(new DOMException("closed", "NotAllowedError")));
  startFakeApi({ account: begin });
  render(<PasskeyButton />);
  await press();
  expect(await screen.findByText(/No passkey was used. Please try again, or sign in with your mobile/)).toBeTruthy();
  expect(readToken()).toBeNull();
});

test("a passkey that was removed is refused with the server's words", async () => {
  giveBrowser(async () => proof);
  startFakeApi({ account: { ...begin, passkeyLogin: () => new Refused("PASSKEY_REFUSED") } });
  render(<PasskeyButton />);
  await press();
  expect(await screen.findByText(/This passkey could not be used here/)).toBeTruthy();
});
