import type { WebinarNotification } from "@shoreline/contract";
import { type TimeLeft, timeLeft } from "@shoreline/domain/webinar";
import { useEffect, useState } from "react";
import { Link } from "react-router";
import { browserClient } from "../lib/api.ts";
import { patiently } from "../lib/patience.ts";
import { Icon } from "../ui/icon.tsx";

const tickInMs = 1000;

/** Above the top bar while a webinar is ahead. Asked for by the browser, so that no kept page holds it. */
export function WebinarAlert() {
  const [next, setNext] = useState<WebinarNotification | null>(null);
  const [left, setLeft] = useState<TimeLeft | null>(null);

  useEffect(() => {
    patiently(() => browserClient.webinar.notification({})).then(setNext, (error) => console.warn(error));
  }, []);

  useEffect(() => {
    if (!next) return;
    const startsAt = new Date(next.startAt);
    const ahead = new Date(next.now).getTime() - Date.now();
    const draw = () => {
      const now = timeLeft({ startsAt, now: new Date(Date.now() + ahead) });
      setLeft(now);
      if (!now) clearInterval(timer);
    };
    const timer = setInterval(draw, tickInMs);
    draw();
    return () => clearInterval(timer);
  }, [next]);

  if (!next || !left) return null;
  const parts = [`${left.days} d`, `${left.hours} h`, `${left.minutes} m`, `${left.seconds} s`];
  return (
    <aside className="on-deep" aria-label="Next webinar">
      <Link to={`/webinar/${next._id}`} className="webinar-alert">
        <b>{next.course}</b>
        <span role="timer" className="text-sun tabular-nums">
          {parts.join(" ")}
        </span>
        <Icon name="arrow" />
      </Link>
    </aside>
  );
}
