import { type ReactNode, useEffect, useId, useRef } from "react";
import * as styles from "./dialog.module.css";
import { IconButton } from "./icon-button.tsx";

type Props = {
  title: string;
  /** For a form with a picture beside it. */
  isWide?: boolean;
  onClose(): void;
  children: ReactNode;
};

/** Rendered while open. The browser keeps the focus inside, closes on Escape and returns the focus. */
export function Dialog({ title, isWide = false, onClose, children }: Props) {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const opener = document.activeElement;
    dialog.current?.showModal();
    // On a touch screen the keyboard would cover the form.
    if (matchMedia("(pointer: fine)").matches)
      dialog.current?.querySelector<HTMLElement>("input,select,textarea")?.focus();
    return () => {
      if (opener instanceof HTMLElement) opener.focus();
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      data-wide={isWide}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClose={onClose}
    >
      <div className={styles.head}>
        <h2 id={id} className="text-xl">
          {title}
        </h2>
        <IconButton icon="x" label="Close" className="-mr-3" onClick={onClose} />
      </div>
      {children}
    </dialog>
  );
}
