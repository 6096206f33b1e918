import type { ReactNode } from "react";
import { Icon } from "./icon.tsx";
import { IconButton } from "./icon-button.tsx";
import * as styles from "./message.module.css";
import { MoreButton } from "./more.tsx";
import { part } from "./part.tsx";

type Kind = "done" | "wrong" | "waiting";

/** `more` is a second line, for what to do next. `stop` ends what is waiting. */
export type NoticeContent = { kind: Kind; text: string; more?: ReactNode; stop?(): void };

const icons = { done: "check", wrong: "warn", waiting: "clock" };

/** An alert: read out at once, stays until it is dismissed, never blocks the page. What is waiting is a status instead. */
export function Message({ notice, onDismiss }: { notice: NoticeContent | null; onDismiss(): void }) {
  const shown = notice ? (
    <Notice look={notice.kind}>
      <Icon name={icons[notice.kind]} />
      <div className="grow">
        <p>{notice.text}</p>
        {notice.more}
        {notice.stop ? <MoreButton onClick={notice.stop}>Stop trying</MoreButton> : null}
      </div>
      {notice.stop ? null : <IconButton icon="x" label="Dismiss" onClick={onDismiss} />}
    </Notice>
  ) : null;
  const isWaiting = notice?.stop;
  return (
    <div>
      <div role="alert">{isWaiting ? null : shown}</div>
      <div role="status">{isWaiting ? shown : null}</div>
    </div>
  );
}

/** A notice that is in the page from the start; an icon in front takes its colour. */
export const Notice = part<"div", Kind>("div", styles.message);
