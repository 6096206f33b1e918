import type { Webinar, WebinarPage } from "@shoreline/contract";
import { stateOf, type WebinarState } from "@shoreline/domain/webinar";
import { useCallback, useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { browserClient } from "../../lib/api.ts";
import { withRetries } from "../../lib/retry.ts";
import { useServerClock } from "../../lib/server-clock.ts";
import { timesOf } from "./times.ts";

/** What changes by the minute. Until it has loaded, a webinar is upcoming unless it is marked complete. */
export function useWebinarNow(webinar: WebinarPage) {
  const [figures, setFigures] = useState<Webinar | null>(null);
  const [hasFailed, setFailed] = useState(false);
  const { _id: webinarId } = webinar;
  const ask = useCallback(() => {
    setFailed(false);
    withRetries(() => browserClient.webinar.upcoming({ webinarId })).then(setFigures, (error) => {
      console.warn(error);
      setFailed(true);
    });
  }, [webinarId]);
  useEffect(ask, [ask]);
  const now = useServerClock({ now: figures?.now, until: figures?.startAt });
  const guess: WebinarState = webinar.isComplete ? "over" : "upcoming";
  const state = figures && now ? stateOf(timesOf(figures), now) : guess;
  return { figures, now, state, hasFailed, ask };
}

/** Visitors who wait for the start are sent to the live webinars; later visitors can read the page. */
export function useLeaveAtStart({ state, isKept }: { state: WebinarState | null; isKept: boolean }): void {
  const navigate = useNavigate();
  const hasWaited = useRef(false);
  useEffect(() => {
    if (state === "upcoming") hasWaited.current = true;
    // Do not redirect during a payment, nor away from its answer or the visitor's seat.
    if (state && state !== "upcoming" && hasWaited.current && !isKept) navigate("/webinarview", { replace: true });
  }, [state, isKept, navigate]);
}
