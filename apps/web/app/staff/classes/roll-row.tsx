import type { RollEntry } from "@shoreline/contract";
import { type Mark, marks } from "@shoreline/domain/presence";
import { StaffIcon } from "../icon.tsx";
import { StatusMark } from "../status-mark.tsx";
import { formatClock } from "../when.ts";
import { markIcons, markTexts, sourceTexts } from "./class-words.ts";
import * as styles from "./roll-row.module.css";

type Props = {
  entry: RollEntry;
  number: number;
  /** The share of classes that a certificate asks for. */
  percent: number;
  isOpen: boolean;
  /** The mark waits on this phone. */
  isKept: boolean;
  onMark(mark: Mark): void;
  onLook(): void;
};

export function RollRow({ entry, number, percent, isOpen, isKept, onMark, onLook }: Props) {
  return (
    <li className={styles.row}>
      <span className={styles.number}>{number}</span>
      <div className={styles.who}>
        <button type="button" className={styles.name} onClick={onLook}>
          {entry.name}
          <span className="sr-only">, history of marks</span>
        </button>
        <span className={styles.facts}>
          <SoFar entry={entry} percent={percent} />
          {factsOf(entry, isKept)}
        </span>
        {entry.isOnHold ? <StatusMark shape="act">On hold: fee overdue</StatusMark> : null}
      </div>
      <fieldset className={styles.marks} disabled={!isOpen}>
        <legend className="sr-only">{entry.name}</legend>
        {marks.map((mark) => (
          <label key={mark}>
            <input
              type="radio"
              name={entry.learnerId}
              value={mark}
              checked={entry.mark === mark}
              onChange={() => onMark(mark)}
            />
            <span className={styles.mark} data-mark={mark}>
              <StaffIcon name={markIcons[mark]} />
              {markTexts[mark]}
            </span>
          </label>
        ))}
      </fieldset>
    </li>
  );
}

function SoFar({ entry: { attended, held }, percent }: Pick<Props, "entry" | "percent">) {
  const text = held === 0 ? "first class" : `${attended} of ${held}`;
  if (attended * 100 >= percent * held) return text;
  return (
    <StatusMark shape="act">
      {text}
      <span className="sr-only">, below {percent} %</span>
    </StatusMark>
  );
}

/** What follows the count. */
function factsOf({ joinedAt, minutes, source }: RollEntry, isKept: boolean): string {
  return [
    joinedAt ? `joined ${formatClock(joinedAt)}` : "",
    minutes === null ? "" : `${minutes} min`,
    source === "recording" ? sourceTexts.recording : "",
    isKept ? "on this phone" : "",
  ]
    .map((text) => text && `, ${text}`)
    .join("");
}
