import { type KeyboardEvent, type ReactNode, useCallback, useRef, useState } from "react";
import { useDismiss } from "../ui/use-dismiss.ts";
import * as styles from "./menu.module.css";

type Props = {
  /** Draws the button that opens the menu. */
  button(props: { "aria-expanded": boolean; onClick(): void }): ReactNode;
  children: ReactNode;
};

/** A button with a list of actions. The arrows move inside it, Escape closes it, and so does every action. */
export function Menu({ button, children }: Props) {
  const [isOpen, setOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const onDismiss = useCallback((how: "outside" | "escape") => {
    setOpen(false);
    if (how === "escape") box.current?.querySelector("button")?.focus();
  }, []);
  useDismiss({ box, isOpen, onDismiss });
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hears the arrows of the buttons inside.
    <div ref={box} className={styles.box} onKeyDown={isOpen ? moveFocus : undefined}>
      {button({ "aria-expanded": isOpen, onClick: () => setOpen(!isOpen) })}
      {isOpen ? (
        // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/noStaticElementInteractions: a press on an entry, by mouse or keys.
        <div className={styles.list} onClick={() => setOpen(false)}>
          {children}
        </div>
      ) : null}
    </div>
  );
}

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!step) return;
  event.preventDefault();
  const entries = [...event.currentTarget.querySelectorAll<HTMLElement>("a, button")];
  const at = entries.indexOf(document.activeElement as HTMLElement) + step;
  entries[(at + entries.length) % entries.length]?.focus();
}

type ActionProps = {
  /** Why it cannot be done: it is shown all the same, since a colleague has it. */
  whyNot?: string | null;
  onChoose(): void;
  children: ReactNode;
};

export function MenuAction({ whyNot, onChoose, children }: ActionProps) {
  return (
    <button
      type="button"
      className={styles.entry}
      aria-disabled={whyNot ? true : undefined}
      onClick={(event) => (whyNot ? event.stopPropagation() : onChoose())}
    >
      {children}
      {whyNot ? <span className={styles.reason}>{whyNot}</span> : null}
    </button>
  );
}
