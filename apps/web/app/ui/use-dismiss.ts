import { type RefObject, useEffect } from "react";

const events = ["pointerdown", "focusin", "keydown"] as const;

type Options = { box: RefObject<HTMLElement | null>; isOpen: boolean; onDismiss(how: "outside" | "escape"): void };

/** Closes a menu when the visitor clicks or moves the focus outside its box, or presses Escape. */
export function useDismiss({ box, isOpen, onDismiss }: Options): void {
  useEffect(() => {
    if (!isOpen) return;
    const listen = (event: Event) => {
      if (event instanceof KeyboardEvent) event.key === "Escape" && onDismiss("escape");
      else if (!box.current?.contains(event.target as Node)) onDismiss("outside");
    };
    for (const name of events) document.addEventListener(name, listen);
    return () => {
      for (const name of events) document.removeEventListener(name, listen);
    };
  }, [box, isOpen, onDismiss]);
}
