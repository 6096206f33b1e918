import type { ReactNode } from "react";
import { Icon } from "./icon.tsx";

/** `more` is a second line, for what to do next. */
export type Told = { kind: "done" | "wrong"; text: string; more?: ReactNode };

/** What people call an alert: said aloud at once, stays until it is dismissed, never blocks the page. */
export function Message({ told, onDismiss }: { told: Told | null; onDismiss(): void }) {
  return (
    <div role="alert" aria-live="assertive">
      {told ? (
        <div className={`message message-${told.kind}`}>
          <Icon name={told.kind === "done" ? "check" : "warn"} />
          <div className="grow">
            <p>{told.text}</p>
            {told.more}
          </div>
          <button type="button" className="icon-button" aria-label="Dismiss" onClick={onDismiss}>
            <Icon name="x" />
          </button>
        </div>
      ) : null}
    </div>
  );
}
