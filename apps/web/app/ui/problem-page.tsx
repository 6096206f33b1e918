import { useEffect, useState } from "react";
import { useLocation, useRevalidator } from "react-router";
import { ButtonLink } from "./button.tsx";
import { Horizon } from "./horizon.tsx";
import { MoreLink } from "./more.tsx";

type Props = { isMissing: boolean; isAway?: boolean; requestId: string | null };

const texts = {
  missing: ["404 Page Not Found", "The address may be mistyped, or the page may have moved."],
  away: ["The server did not answer", "Please check your connection."],
  failed: ["Something went wrong", "The error is on our side, and we have recorded it. Please try again."],
} as const;

/** A page that does not exist, one that failed, or one that could not be loaded; with a link to go on. */
export function ProblemPage({ isMissing, isAway = false, requestId }: Props) {
  const here = useLocation();
  const isTrying = useRetries(isAway);
  const [title, text] = texts[isMissing ? "missing" : isAway ? "away" : "failed"];
  return (
    <section className="grid gap-5 py-16">
      <Horizon className="w-40" />
      <h1 className="text-3xl">{title}</h1>
      <p className="max-w-prose text-ink-2">{text}</p>
      <p role="status">{isTrying ? "Trying again…" : ""}</p>
      <div className="flex flex-wrap items-center gap-4">
        {isMissing ? (
          <ButtonLink to="/">Go to the home page</ButtonLink>
        ) : (
          <ButtonLink to={here} reloadDocument>
            Try again
          </ButtonLink>
        )}
        <MoreLink to="/onlinecourses">See the courses</MoreLink>
      </div>
      {requestId && !isMissing ? (
        <p className="text-s text-ink-3">
          If you contact us, please quote this ID: <code suppressHydrationWarning>{requestId}</code>
        </p>
      ) : null}
    </section>
  );
}

const mostRetries = 3;

/** Asks again by itself: after one second, two and four. */
function useRetries(isWanted: boolean): boolean {
  const { state, revalidate } = useRevalidator();
  const [retries, setRetries] = useState(0);
  const isIdle = state === "idle";
  useEffect(() => {
    if (!isWanted || !isIdle || retries >= mostRetries) return;
    const timer = setTimeout(
      () => {
        setRetries(retries + 1);
        revalidate();
      },
      1000 * 2 ** retries,
    );
    return () => clearTimeout(timer);
  }, [isWanted, isIdle, retries, revalidate]);
  return isWanted && !isIdle;
}
