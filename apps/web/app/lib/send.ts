import { ApiError } from "@shoreline/contract/client";
import { useRef, useState } from "react";

export type Outcome = { isSent: true } | { isSent: false; text: string; fields: Record<string, string> };

/** Sends a form once at a time. `attemptId` stays the same until it got through, so that a retry is not a second one. */
export function useSending() {
  const [isBusy, setBusy] = useState(false);
  const attemptId = useRef<string>(undefined);

  async function send(call: (origin: { attemptId: string; page: string }) => Promise<unknown>): Promise<Outcome> {
    attemptId.current ??= newId();
    setBusy(true);
    try {
      await call({ attemptId: attemptId.current, page: window.location.pathname.slice(0, 200) });
      attemptId.current = undefined;
      return { isSent: true };
    } catch (error) {
      console.warn(error);
      if (error instanceof ApiError) return { isSent: false, text: error.message, fields: error.fields };
      return { isSent: false, text: "There is no connection at the moment. Please try again.", fields: {} };
    } finally {
      setBusy(false);
    }
  }
  return { isBusy, send };
}

/** `crypto.randomUUID` exists only on https and on this machine. */
function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
