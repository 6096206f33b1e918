import type { WebinarNotification } from "@shoreline/contract";
import { timeLeft } from "@shoreline/domain/countdown";
import { useEffect, useRef, useState } from "react";
import { Link } from "react-router";
import { browserClient } from "../../lib/api.ts";
import { withRetries } from "../../lib/retry.ts";
import { useServerClock } from "../../lib/server-clock.ts";
import { ServerScript } from "../../lib/server-script.tsx";
import { deep } from "../../ui/deep.module.css";
import { Icon } from "../../ui/icon.tsx";
import { countDown } from "./count-down.ts";
import * as styles from "./webinar-alert.module.css";

export type NextWebinar = Omit<WebinarNotification, "now"> & { now?: string };

/** Above the top bar before a webinar. It is in the page from the server, so that nothing moves when the scripts come. */
export function WebinarAlert({ next: first = null }: { next: NextWebinar | null | undefined }) {
  const [next, setNext] = useState(first);
  useEffect(() => {
    withRetries(() => browserClient.webinar.notification({})).then(setNext, (error) => console.warn(error));
  }, []);
  // The script of the page may have hidden it. Not drawn again: somebody may be about to press it, or have the focus there.
  const aside = useRef<HTMLElement>(null);
  const isKnown = Boolean(next?.now);
  useEffect(() => {
    if (isKnown) aside.current?.removeAttribute("hidden");
  }, [isKnown]);
  const now = useServerClock({ now: next?.now, until: next?.startAt });
  const left = next && now && timeLeft({ startsAt: new Date(next.startAt), now });
  if (!next || (now && !left)) return null;
  // Padded with a figure space to a constant width, so that a nearly full line does not wrap and move the page.
  const two = (count: number | undefined) => String(count ?? "").padStart(2, "\u2007");
  const parts = [`${two(left?.days)} d`, `${two(left?.hours)} h`, `${two(left?.minutes)} m`, `${two(left?.seconds)} s`];
  return (
    <aside ref={aside} className={deep} aria-label="Next webinar">
      <Link to={`/webinar/${next._id}`} className={styles.alert}>
        <span>
          Webinar: <b>{next.course}</b>
        </span>
        <span
          role="timer"
          data-starts-at={next.startAt}
          suppressHydrationWarning
          className="whitespace-nowrap text-sun tabular-nums"
        >
          {parts.join(" ")}
        </span>
        <Icon name="arrow" />
      </Link>
      <ServerScript>{import.meta.env.SSR ? `(${countDown})()` : ""}</ServerScript>
    </aside>
  );
}
