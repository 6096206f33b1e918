import { IconButton, Key } from "../controls.tsx";
import { StaffIcon } from "../icon.tsx";
import { useKeys } from "../keys.ts";
import * as styles from "./award-bulk.module.css";
import { learnersText } from "./award-words.ts";

type Props = { count: number; onIssue(): void; onNone(): void };

/** At the foot of the list while learners are chosen. On a phone too: there is no other way to issue. */
export function AwardBulk({ count, onIssue, onNone }: Props) {
  const text = learnersText(count);
  useKeys({ "+": onIssue, Escape: onNone });
  return (
    <section className={styles.bulk} aria-label={`For ${text}`}>
      <b role="status">{text} chosen</b>
      <button type="button" className={styles.action} onClick={onIssue}>
        <StaffIcon name="certificate" />
        See the names and issue
        <Key>+</Key>
      </button>
      <IconButton icon="x" label="Clear the selection" className={styles.none} onClick={onNone} />
    </section>
  );
}
