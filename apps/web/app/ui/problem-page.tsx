import { useEffect, useState } from "react";
import { useLocation, useRevalidator } from "react-router";
import type { PageProblem } from "../lib/problem.ts";
import { ButtonLink } from "./button.tsx";
import { Horizon } from "./horizon.tsx";
import { MoreLink } from "./more.tsx";

const texts = {
  missing: ["404 Page Not Found", "The address may be mistyped, or the page may have moved."],
  hasty: ["Too many pages at once", "Please wait a few seconds and try again."],
  busy: ["One moment, please", "We are busy or restarting. Please wait a few seconds and try again."],
  away: ["The server did not answer", "Please check your connection."],
  failed: ["Something went wrong", "The error is on our side, and we have recorded it. Please try again."],
} as const;

/** A page that does not exist, failed, or could not be loaded, with a next step. */
export function ProblemPage({ kind, requestId, retryAfterSeconds = 5 }: PageProblem) {
  const here = useLocation();
  const isTrying = useRetries(kind === "away" ? 1 : kind === "busy" ? retryAfterSeconds : 0);
  const minutes = Math.ceil(retryAfterSeconds / 60);
  const [title, text] =
    kind === "hasty" && minutes > 1
      ? ["Too many requests", `Your network has asked for this too often. Please try again in ${minutes} minutes.`]
      : texts[kind];
  return (
    <section className="grid gap-5 py-16">
      <Horizon className="w-40" />
      <h1 className="text-3xl">{title}</h1>
      <p className="max-w-prose text-ink-2">{text}</p>
      <p role="status" className="min-h-7">
        {isTrying ? "Trying again…" : ""}
      </p>
      <div className="flex flex-wrap items-center gap-4">
        {kind === "missing" ? (
          <ButtonLink to="/">Go to the home page</ButtonLink>
        ) : (
          <ButtonLink to={here} reloadDocument>
            Try again
          </ButtonLink>
        )}
        <MoreLink to="/onlinecourses">See the courses</MoreLink>
      </div>
      {requestId && kind === "failed" ? (
        <p className="text-s text-ink-3">
          If you contact us, please quote this ID: <code suppressHydrationWarning>{requestId}</code>
        </p>
      ) : null}
    </section>
  );
}

const mostRetries = 4;

/** Loads the page again after this many seconds, and with pauses that double; 0 for never. */
function useRetries(seconds: number): boolean {
  const { state, revalidate } = useRevalidator();
  const [retries, setRetries] = useState(0);
  const isIdle = state === "idle";
  useEffect(() => {
    if (!seconds || !isIdle || retries >= mostRetries) return;
    const timer = setTimeout(
      () => {
        setRetries(retries + 1);
        revalidate();
      },
      seconds * 1000 * 2 ** retries,
    );
    return () => clearTimeout(timer);
  }, [seconds, isIdle, retries, revalidate]);
  return seconds > 0 && !isIdle;
}
