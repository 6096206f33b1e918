import { ApiError } from "@shoreline/contract/client";
import { useEffect, useRef, useState } from "react";
import { errorText } from "./problem.ts";
import type { Again } from "./resend.ts";

export type Outcome =
  | { isSent: true }
  | { isSent: false; text: string; fields: Record<string, string>; error?: unknown };

type Origin = { attemptId: string; page: string };
type Call = (origin: Origin) => Promise<unknown>;

// Rarely needed, so it loads when the visitor starts to fill in a form: once the server is away it is too late.
const loadResend = () => import("./resend.ts").catch(() => null);

/**
 * Sends one request at a time. A retry with the same content keeps the attempt id, so the server stores it once. `waiting` is
 * shown while the server is away and the call is sent again; leaving the page stops that.
 */
export function useSubmission() {
  const [isBusy, setBusy] = useState(false);
  const [waitingText, setWaitingText] = useState("");
  const isUnderWay = useRef(false);
  const attempt = useRef({ id: "", content: "" });
  const stopping = useRef(new AbortController());
  const stop = () => stopping.current.abort();
  useEffect(() => {
    addEventListener("focusin", loadResend, { once: true });
    return () => stopping.current.abort();
  }, []);

  async function send(values: object, call: Call, again?: Again): Promise<Outcome> {
    if (isUnderWay.current) return { isSent: false, text: "Sending…", fields: {} };
    const content = JSON.stringify(values);
    if (attempt.current.content !== content) attempt.current = { id: newId(), content };
    isUnderWay.current = true;
    setBusy(true);
    try {
      const origin = { attemptId: attempt.current.id, page: location.pathname.slice(0, 200) };
      stopping.current = new AbortController();
      const { signal } = stopping.current;
      await call(origin).catch(async (error) => {
        // Only a refusal of our server has a code.
        const resend = again && !(error.code && error.status !== 503) && (await loadResend());
        if (!resend) throw error;
        await resend.sendAgain(() => call(origin), { error, again, signal, onWait: setWaitingText });
      });
      attempt.current = { id: "", content: "" };
      return { isSent: true };
    } catch (error) {
      console.warn(error);
      return { isSent: false, text: errorText(error), fields: error instanceof ApiError ? error.fields : {}, error };
    } finally {
      isUnderWay.current = false;
      setBusy(false);
      setWaitingText("");
    }
  }
  const waiting = waitingText ? ({ kind: "waiting", text: waitingText, stop } as const) : null;
  return { isBusy, waiting, send };
}

/** Phone keyboards add a space after a word. */
export function trimAll<Values extends object>(values: Values): Values {
  const trimmed = Object.entries(values).map(([name, value]) => [
    name,
    typeof value === "string" ? value.trim() : value,
  ]);
  return Object.fromEntries(trimmed) as Values;
}

/** The trimmed values of the fields with these names. */
export function readForm<Name extends string>(form: HTMLFormElement, names: Name[]): Record<Name, string> {
  const data = new FormData(form);
  return Object.fromEntries(names.map((name) => [name, String(data.get(name) ?? "").trim()])) as Record<Name, string>;
}

/** `crypto.randomUUID` exists only on https and localhost. */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
