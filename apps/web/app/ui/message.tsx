import type { ReactNode } from "react";
import { Icon } from "./icon.tsx";
import { IconButton } from "./icon-button.tsx";
import * as styles from "./message.module.css";
import { part } from "./part.tsx";

type Kind = "done" | "wrong";

/** `more` is a second line, for what to do next. */
export type NoticeContent = { kind: Kind; text: string; more?: ReactNode };

/** An alert: read out at once, stays until it is dismissed, never blocks the page. */
export function Message({ notice, onDismiss }: { notice: NoticeContent | null; onDismiss(): void }) {
  return (
    <div role="alert" aria-live="assertive">
      {notice ? (
        <Notice look={notice.kind}>
          <Icon name={notice.kind === "done" ? "check" : "warn"} />
          <div className="grow">
            <p>{notice.text}</p>
            {notice.more}
          </div>
          <IconButton icon="x" label="Dismiss" onClick={onDismiss} />
        </Notice>
      ) : null}
    </div>
  );
}

/** A notice that is in the page from the start; an icon in front takes its colour. */
export const Notice = part<"div", Kind>("div", styles.message);
