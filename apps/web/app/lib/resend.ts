import { ApiError, NetworkError } from "@shoreline/contract/client";

/**
 * When a call may be sent again by itself, after our server or its database was away.
 * `always`: the server does it once, however often it comes: calls with an attempt id, and those whose second time changes nothing.
 * `refused`: a second time would do it twice, or use up a code or a ticket: only if the server has said that it could do nothing.
 * Without one of them never: orders of payments, and what a window of the browser or a spent code belongs to.
 */
export type Again = "always" | "refused";

const waitingText =
  "Not sent yet: our website cannot be reached just now. Please keep this page open, and we will send it for you.";

const pausesInSeconds = [3, 5, 10, 20];
const patienceMs = 4 * 60_000;

type Options = {
  /** How the first try failed. */
  error: unknown;
  again: Again;
  signal?: AbortSignal;
  onWait(text: string): void;
};

/**
 * Sends until there is an answer, for some minutes at most. Then, or when stopped, it fails as the last try did. Typing in the
 * form stops it as well: what would be sent is no longer what the form shows.
 */
export async function sendAgain<T>(
  send: () => Promise<T>,
  { error, again, signal: stop, onWait }: Options,
): Promise<T> {
  const until = Date.now() + patienceMs;
  const stopping = new AbortController();
  const { signal } = stopping;
  if (stop?.aborted) stopping.abort();
  stop?.addEventListener("abort", () => stopping.abort());
  const form = document.activeElement?.closest("form");
  const stopIfChanged = ({ target }: Event) => {
    if (!form || form.contains(target as Node)) stopping.abort();
  };
  // Asks before the page is closed: what was typed would be lost.
  const ask = (event: Event) => event.preventDefault();
  addEventListener("beforeunload", ask);
  addEventListener("input", stopIfChanged);
  try {
    return await trying();
  } finally {
    removeEventListener("beforeunload", ask);
    removeEventListener("input", stopIfChanged);
  }

  async function trying(): Promise<T> {
    let failure = error;
    for (const pauseInSeconds of pauses()) {
      if (!isAway(failure, again) || signal.aborted || Date.now() > until) break;
      onWait(waitingText);
      const asked = (failure instanceof ApiError && failure.retryAfterSeconds) || 0;
      await pause(Math.max(asked, pauseInSeconds), signal);
      if (signal.aborted) break;
      try {
        return await send();
      } catch (next) {
        failure = next;
      }
    }
    throw failure;
  }
}

function* pauses() {
  yield* pausesInSeconds;
  for (;;) yield 30;
}

/** Whether the server or its database is away. A proxy answers in place of a server that it cannot reach. */
export function isAway(error: unknown, again: Again = "always"): boolean {
  if (error instanceof ApiError)
    return error.code === "UNAVAILABLE" || (again === "always" && error.code === "UNCERTAIN");
  return again === "always" && error instanceof NetworkError && (error.status ?? 500) >= 500;
}

/** Ends early when the browser is online again, or on the signal. */
function pause(seconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      removeEventListener("online", end);
      resolve();
    };
    const timer = setTimeout(end, seconds * 1000);
    addEventListener("online", end);
    signal.addEventListener("abort", end);
  });
}
