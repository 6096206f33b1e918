import { type ReactNode, type RefObject, useEffect, useRef } from "react";
import { useLocation } from "react-router";
import { IconButton } from "./icon-button.tsx";
import * as styles from "./top-bar.module.css";

const id = "drawer";

/** For the button that opens the drawer: the browser does that by itself, before any script is there, if it can. */
export const opensDrawer = (menu: RefObject<HTMLDialogElement | null>) => ({
  command: "show-modal",
  commandfor: id,
  onClick: () => "commandForElement" in HTMLButtonElement.prototype || menu.current?.showModal(),
});
const closesDrawer = { command: "close", commandfor: id };

type Props = { menu: RefObject<HTMLDialogElement | null>; className?: string; children: ReactNode };

/** Slides in from the left, and closes after a navigation. */
export function Drawer({ menu, className = "", children }: Props) {
  const close = () => menu.current?.close();
  const { pathname } = useLocation();
  const openedOn = useRef(pathname);
  // Not when the page wakes up: somebody may have opened the menu before.
  useEffect(() => {
    if (pathname !== openedOn.current) menu.current?.close();
    openedOn.current = pathname;
  }, [pathname, menu]);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the browser closes a dialog on Escape; this handles clicks outside.
    <dialog
      id={id}
      ref={menu}
      className={`${styles.menu} ${className}`}
      aria-label="Menu"
      onClick={(event) => event.target === menu.current && close()}
    >
      <div>
        <IconButton icon="x" label="Close menu" className="absolute top-3 right-1" {...closesDrawer} onClick={close} />
        {children}
      </div>
    </dialog>
  );
}
