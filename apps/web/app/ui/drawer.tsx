import { type ReactNode, type RefObject, useEffect } from "react";
import { useLocation } from "react-router";
import { IconButton } from "./icon-button.tsx";
import * as styles from "./top-bar.module.css";

type Props = { menu: RefObject<HTMLDialogElement | null>; className?: string; children: ReactNode };

/** Slides in from the left, and closes after a navigation. */
export function Drawer({ menu, className = "", children }: Props) {
  const close = () => menu.current?.close();
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: every navigation closes the menu.
  useEffect(close, [pathname]);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the browser closes a dialog on Escape; this handles clicks outside.
    <dialog
      ref={menu}
      className={`${styles.menu} ${className}`}
      aria-label="Menu"
      onClick={(event) => event.target === menu.current && close()}
    >
      <div>
        <IconButton icon="x" label="Close menu" className="absolute top-3 right-1" onClick={close} />
        {children}
      </div>
    </dialog>
  );
}
