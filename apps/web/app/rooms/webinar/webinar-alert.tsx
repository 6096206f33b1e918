import type { WebinarNotification } from "@shoreline/contract";
import { timeLeft } from "@shoreline/domain/countdown";
import { useEffect, useState } from "react";
import { Link } from "react-router";
import { browserClient } from "../../lib/api.ts";
import { withRetries } from "../../lib/retry.ts";
import { useServerClock } from "../../lib/server-clock.ts";
import { deep } from "../../ui/deep.module.css";
import { Icon } from "../../ui/icon.tsx";
import * as styles from "./webinar-alert.module.css";

/** Above the top bar before a webinar. Loaded by the browser, so that no cached page contains it. */
export function WebinarAlert() {
  const [next, setNext] = useState<WebinarNotification | null>(null);
  useEffect(() => {
    withRetries(() => browserClient.webinar.notification({})).then(setNext, (error) => console.warn(error));
  }, []);
  const now = useServerClock({ now: next?.now, until: next?.startAt });
  const left = next && now && timeLeft({ startsAt: new Date(next.startAt), now });
  if (!next || !left) return null;
  // Padded with a figure space to a constant width, so that a nearly full line does not wrap and move the page.
  const two = (count: number) => String(count).padStart(2, "\u2007");
  const parts = [`${two(left.days)} d`, `${two(left.hours)} h`, `${two(left.minutes)} m`, `${two(left.seconds)} s`];
  return (
    <aside className={deep} aria-label="Next webinar">
      <Link to={`/webinar/${next._id}`} className={styles.alert}>
        <span>
          Webinar: <b>{next.course}</b>
        </span>
        <span role="timer" className="whitespace-nowrap text-sun tabular-nums">
          {parts.join(" ")}
        </span>
        <Icon name="arrow" />
      </Link>
    </aside>
  );
}
