import { type ReactNode, useEffect, useId, useRef } from "react";
import { Horizon } from "../../ui/horizon.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import * as styles from "./popup.module.css";

type Props = { title: string; onClose(): void; children: ReactNode };

/**
 * Covers the test, but not its Submit button, which closes it when pressed again. So it is not a modal dialog; the
 * focus cycles between the popup and the button.
 */
export function Popup({ title, onClose, children }: Props) {
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const close = useRef(onClose);
  close.current = onClose;
  useEffect(() => {
    // On a touch screen the keyboard would cover the score.
    const isFine = matchMedia("(pointer: fine)").matches;
    ((isFine && box.current?.querySelector("input")) || box.current)?.focus();
    const onKey = (event: KeyboardEvent) => {
      if (event.key === "Escape") close.current();
      if (event.key === "Tab") goRound(event, box.current);
    };
    document.addEventListener("keydown", onKey);
    return () => {
      document.removeEventListener("keydown", onKey);
      submitButton()?.focus();
    };
  }, []);
  return (
    <>
      <div className={styles.veil} />
      <div ref={box} role="dialog" aria-labelledby={id} tabIndex={-1} className={styles.popup}>
        <div className={styles.picture}>
          <Horizon isBleeding />
        </div>
        <IconButton icon="x" label="Close" className={styles.close} onClick={onClose} />
        <div className={styles.body}>
          <h2 id={id} className="text-xl">
            {title}
          </h2>
          {children}
        </div>
      </div>
    </>
  );
}

function submitButton(): HTMLElement | null {
  return document.getElementById("submit-test");
}

function goRound(event: KeyboardEvent, box: HTMLElement | null): void {
  const inside = box?.querySelectorAll<HTMLElement>("a, input, button:not(:disabled)") ?? [];
  const stops = [...inside, submitButton()].filter((stop) => stop !== null);
  const at = stops.indexOf(document.activeElement as HTMLElement);
  const next = at < 0 ? 0 : (at + (event.shiftKey ? -1 : 1) + stops.length) % stops.length;
  event.preventDefault();
  stops[next]?.focus();
}
