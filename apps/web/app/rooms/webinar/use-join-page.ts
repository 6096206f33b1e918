import type { JoinPage } from "@shoreline/contract";
import { ApiError } from "@shoreline/contract/client";
import { useCallback, useEffect, useState } from "react";
import { patiently } from "../../lib/patience.ts";
import { webinarClient } from "./client.ts";

export function useJoinPage(userId: string) {
  const [page, setPage] = useState<JoinPage | null>(null);
  const [problem, setProblem] = useState<"unknown" | "away" | null>(null);
  const ask = useCallback(() => {
    setProblem(null);
    patiently(() => webinarClient.join({ userId })).then(setPage, (error) => {
      console.warn(error);
      setProblem(error instanceof ApiError && error.status === 404 ? "unknown" : "away");
    });
  }, [userId]);
  useEffect(ask, [ask]);
  return { page, problem, ask };
}

const askAgainMs = 15_000;

/** The link comes when the door opens: asked for at once, and again while there is none yet. */
export function useAskWhenOpen({ isWaiting, ask }: { isWaiting: boolean; ask(): void }): void {
  useEffect(() => {
    if (!isWaiting) return;
    // Not everybody in the same second.
    const first = setTimeout(ask, Math.random() * 3000);
    const timer = setInterval(ask, askAgainMs);
    return () => {
      clearTimeout(first);
      clearInterval(timer);
    };
  }, [isWaiting, ask]);
}
