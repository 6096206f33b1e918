import { Icon } from "./icon.tsx";

export type Told = { kind: "done" | "wrong"; text: string };

/** What people call an alert: said aloud at once, stays until it is dismissed, never blocks the page. */
export function Message({ told, onDismiss }: { told: Told | null; onDismiss(): void }) {
  return (
    <div role="alert" aria-live="assertive">
      {told ? (
        <p className={`message message-${told.kind}`}>
          <Icon name={told.kind === "done" ? "check" : "warn"} />
          <span className="grow">{told.text}</span>
          <button type="button" className="icon-button" aria-label="Dismiss" onClick={onDismiss}>
            <Icon name="x" />
          </button>
        </p>
      ) : null}
    </div>
  );
}
