import { ApiError } from "@shoreline/contract/client";
import { useRef, useState } from "react";
import { errorText } from "./problem.ts";

export type Outcome =
  | { isSent: true }
  | { isSent: false; text: string; fields: Record<string, string>; error?: unknown };

type Origin = { attemptId: string; page: string };

/** Sends one request at a time. A retry with the same content keeps the attempt id, so the server stores it once. */
export function useSubmission() {
  const [isBusy, setBusy] = useState(false);
  const isUnderWay = useRef(false);
  const attempt = useRef({ id: "", content: "" });

  async function send(values: object, call: (origin: Origin) => Promise<unknown>): Promise<Outcome> {
    if (isUnderWay.current) return { isSent: false, text: "Sending…", fields: {} };
    const content = JSON.stringify(values);
    if (attempt.current.content !== content) attempt.current = { id: newId(), content };
    isUnderWay.current = true;
    setBusy(true);
    try {
      await call({ attemptId: attempt.current.id, page: window.location.pathname.slice(0, 200) });
      attempt.current = { id: "", content: "" };
      return { isSent: true };
    } catch (error) {
      console.warn(error);
      return { isSent: false, text: errorText(error), fields: error instanceof ApiError ? error.fields : {}, error };
    } finally {
      isUnderWay.current = false;
      setBusy(false);
    }
  }
  return { isBusy, send };
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
