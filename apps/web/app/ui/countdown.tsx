import type { TimeLeft } from "@shoreline/domain/countdown";
import * as styles from "./countdown.module.css";

type Props = {
  /** Null while it is unknown. */
  left: TimeLeft | null;
  label: string;
  look?: "plates" | "clock";
};

/** The time left in large figures: on plates, or as a clock, which leaves out zero days. Read out every minute. */
export function Countdown({ left, label, look = "plates" }: Props) {
  const units = (["days", "hours", "minutes", "seconds"] as const).filter(
    (unit) => look === "plates" || unit !== "days" || left?.days,
  );
  const spoken = left ? units.slice(0, -1).map((unit) => `${left[unit]} ${unit}`) : [];
  return (
    <div
      role="timer"
      aria-label={[label, ...spoken].join(" ")}
      className={look === "plates" ? styles.countdown : styles.clock}
    >
      {units.map((unit) => (
        <span key={unit} aria-hidden="true">
          <b>{left ? String(left[unit]).padStart(2, "0") : "--"}</b> {unit}
        </span>
      ))}
    </div>
  );
}
