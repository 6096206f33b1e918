import type { JoinPage } from "@shoreline/contract";
import { ApiError } from "@shoreline/contract/client";
import { useCallback, useEffect, useRef, useState } from "react";
import { browserClient } from "../../lib/api.ts";
import { withRetries } from "../../lib/retry.ts";

/** `refused`: the seat could not be confirmed, for the reason in `text`. */
export type Problem = { kind: "unknown" | "away" } | { kind: "refused"; text: string };

export function useJoinPage(userId: string) {
  const [page, setPage] = useState<JoinPage | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const hasPage = useRef(false);
  const ask = useCallback(() => {
    setProblem(null);
    withRetries(() => readSeat(userId)).then(
      (found) => {
        hasPage.current = true;
        setPage(found);
      },
      (error) => {
        console.warn(error);
        if (error instanceof ApiError && error.status === 404) setProblem({ kind: "unknown" });
        // Keep what is shown: a short loss of connection must not close the meeting.
        else if (hasPage.current) return;
        else if (error instanceof ApiError && error.status === 409)
          setProblem({ kind: "refused", text: error.message });
        else setProblem({ kind: "away" });
      },
    );
  }, [userId]);
  useEffect(ask, [ask]);
  useAskAnew(ask);
  return { page, problem, ask };
}

/** Who opens the link in the mail has the address: that confirms the seat. */
async function readSeat(userId: string): Promise<JoinPage> {
  const found = await browserClient.webinar.join({ userId });
  if (found.isConfirmed) return found;
  await browserClient.webinar.confirm({ userId });
  return browserClient.webinar.join({ userId });
}

const askAnewMs = 60_000;

/** Updates an open page when the webinar is moved or cancelled or gets another link. */
function useAskAnew(ask: () => void): void {
  useEffect(() => {
    const askIfSeen = () => {
      if (document.visibilityState === "visible") ask();
    };
    const timer = setInterval(askIfSeen, askAnewMs);
    document.addEventListener("visibilitychange", askIfSeen);
    addEventListener("online", askIfSeen);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", askIfSeen);
      removeEventListener("online", askIfSeen);
    };
  }, [ask]);
}

const askAgainMs = 15_000;

/** Loads the link when the join window opens, and again while there is none yet. */
export function useAskWhenOpen({ isWaiting, ask }: { isWaiting: boolean; ask(): void }): void {
  useEffect(() => {
    if (!isWaiting) return;
    // A random delay, so that not all browsers ask in the same second.
    const first = setTimeout(ask, Math.random() * 3000);
    const timer = setInterval(ask, askAgainMs);
    return () => {
      clearTimeout(first);
      clearInterval(timer);
    };
  }, [isWaiting, ask]);
}

/** Lets staff know who came, once. The meeting does not depend on it. */
export function useTellJoined(userId: string): () => void {
  const isTold = useRef(false);
  return useCallback(() => {
    if (isTold.current) return;
    isTold.current = true;
    withRetries(() => browserClient.webinar.joined({ userId })).catch((error) => {
      console.warn(error);
      isTold.current = false;
    });
  }, [userId]);
}
