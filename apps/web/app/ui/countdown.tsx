import type { TimeLeft } from "@shoreline/domain/countdown";
import * as styles from "./countdown.module.css";

type Props = {
  /** Null while it is unknown. */
  left: TimeLeft | null;
  /** For a page from the server, where a small script counts until React does (rooms/webinar/count-down.ts). */
  startsAt?: string;
  label: string;
  look?: "plates" | "clock";
};

/** The time left in large figures: on plates, or as a clock, which leaves out zero days. Read out every minute. */
export function Countdown({ left, startsAt, label, look = "plates" }: Props) {
  const units = (["days", "hours", "minutes", "seconds"] as const).filter(
    (unit) => look === "plates" || unit !== "days" || left?.days,
  );
  const spoken = left ? units.slice(0, -1).map((unit) => `${left[unit]} ${unit}`) : [];
  return (
    <div
      role="timer"
      data-starts-at={left ? undefined : startsAt}
      aria-label={[label, ...spoken].join(" ")}
      className={look === "plates" ? styles.countdown : styles.clock}
    >
      {units.map((unit) => (
        <span key={unit} aria-hidden="true">
          <b suppressHydrationWarning>{left ? String(left[unit]).padStart(2, "0") : "--"}</b> {unit}
        </span>
      ))}
    </div>
  );
}
