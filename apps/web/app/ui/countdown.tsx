import type { TimeLeft } from "@shoreline/domain/countdown";
import * as styles from "./countdown.module.css";

/** Big digits. A timer is not read out by itself each second; whoever goes to it hears it. */
export function Countdown({ left, label }: { left: TimeLeft | null; label: string }) {
  const parts = [
    ["days", left?.days],
    ["hours", left?.hours],
    ["minutes", left?.minutes],
    ["seconds", left?.seconds],
  ] as const;
  return (
    <div role="timer" aria-label={label} className={styles.countdown}>
      {parts.map(([name, count]) => (
        <span key={name}>
          <b>{count === undefined ? "--" : String(count).padStart(2, "0")}</b> {name}
        </span>
      ))}
    </div>
  );
}
