import { cleanup, render, screen } from "@testing-library/react";
import { useState } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { useSmsCode } from "./use-sms-code.ts";

type Waiting = { otp: unknown; signal: AbortSignal };
let waiting: Waiting[] = [];
let unhandled: unknown[] = [];
let arrive: (credential: unknown) => void;
let fail: (error: Error) => void;
const note = (error: unknown) => unhandled.push(error);
const settle = () => new Promise((resolve) => setTimeout(resolve, 20));

beforeEach(() => {
  waiting = [];
  unhandled = [];
  vi.stubGlobal("OTPCredential", class {});
  vi.stubGlobal("navigator", {
    credentials: {
      get: (request: Waiting) => {
        waiting.push(request);
        return new Promise((resolve, reject) => {
          arrive = resolve;
          fail = reject;
          request.signal.addEventListener("abort", () => reject(request.signal.reason));
        });
      },
    },
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function Reader() {
  const [code, setCode] = useState("none");
  useSmsCode(setCode);
  return <output>{code}</output>;
}

test("the code of an SMS is asked for once and handed on", async () => {
  render(<Reader />);
  arrive({ code: "407123" });
  expect(await screen.findByText("407123")).toBeTruthy();
  expect(waiting.map(({ otp }) => otp)).toEqual([{ transport: ["sms"] }]);
});

test("the code of an SMS is no longer waited for once the screen is left, and that is no error", async () => {
  process.on("unhandledRejection", note);
  const { unmount } = render(<Reader />);
  unmount();
  await settle();
  process.off("unhandledRejection", note);
  expect(waiting[0]?.signal.aborted).toBe(true);
  expect(unhandled).toEqual([]);
});

test("the code of an SMS is not asked for where the browser cannot read it", () => {
  vi.unstubAllGlobals();
  expect("OTPCredential" in window).toBe(false);
  render(<Reader />);
  expect(waiting).toEqual([]);
  expect(screen.getByText("none")).toBeTruthy();
});

test("a code of an SMS that fails for another reason than leaving is written down, and the code can still be typed", async () => {
  const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
  render(<Reader />);
  fail(new DOMException("refused", "NotAllowedError"));
  await settle();
  expect(warn.mock.calls).toEqual([[expect.objectContaining({ name: "NotAllowedError" })]]);
  warn.mockRestore();
});
