import { useEffect, useState } from "react";
import { useKeys } from "../keys.ts";

/** Whether the palette is open. ⌘K, Ctrl+K and / open it. */
export function usePalette() {
  const [isOpen, setOpen] = useState(false);
  useKeys({ "/": () => setOpen(true) });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const isCommand = (event.metaKey || event.ctrlKey) && !event.altKey && !event.shiftKey;
      if (!isCommand || event.key.toLowerCase() !== "k") return;
      event.preventDefault();
      // Not above another dialog: a choice would leave it, with all that was typed there.
      setOpen((wasOpen) => !wasOpen && !document.querySelector("dialog[open]"));
    };
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, []);
  return { isOpen, open: () => setOpen(true), close: () => setOpen(false) };
}

/** As the keyboard of this computer names it. */
export function paletteKey(): string {
  return /Mac|iPhone|iPad/.test(navigator.userAgent) ? "⌘ K" : "Ctrl K";
}
