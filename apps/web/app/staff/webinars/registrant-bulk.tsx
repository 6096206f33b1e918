import { IconButton, Key } from "../controls.tsx";
import { StaffIcon } from "../icon.tsx";
import { useKeys } from "../keys.ts";
import * as styles from "../leads/lead-bulk.module.css";
import { peopleText, type Said } from "./webinar-words.ts";

type Props = { count: number; isBusy: boolean; onMark(attended: Said): void; onNone(): void };

/** At the foot of the list while registrants are chosen. */
export function RegistrantBulk({ count, isBusy, onMark, onNone }: Props) {
  const text = peopleText(count);
  // Not letters: after G they lead to other rooms.
  useKeys({ "+": () => onMark(true), "-": () => onMark(false), Escape: onNone });
  return (
    <section className={styles.bulk} aria-label={`For ${text}`}>
      <b role="status">{text} chosen</b>
      <button type="button" className={styles.action} disabled={isBusy} onClick={() => onMark(true)}>
        <StaffIcon name="check" />
        Mark as attended
        <Key>+</Key>
      </button>
      <button type="button" className={styles.action} disabled={isBusy} onClick={() => onMark(false)}>
        <StaffIcon name="x" />
        Mark as missed
        <Key>−</Key>
      </button>
      <button type="button" className={styles.action} disabled={isBusy} onClick={() => onMark(null)}>
        Take the mark back
      </button>
      <IconButton icon="x" label="Clear the selection" className={styles.none} onClick={onNone} />
    </section>
  );
}
