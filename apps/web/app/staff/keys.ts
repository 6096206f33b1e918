import { useEffect, useRef } from "react";

/** `"g p"` is one key after the other. */
export type Keys = Record<string, (event: KeyboardEvent) => void>;

const pauseMs = 1500;

/** Keys of a screen. They do nothing in a field, in a dialog or popover, or with Ctrl, Alt or ⌘. */
export function useKeys(keys: Keys): void {
  const latest = useRef(keys);
  const before = useRef({ key: "", at: 0 });
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isElsewhere(event.target)) return;
      const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
      const { key: first, at } = before.current;
      const pair = event.timeStamp - at < pauseMs ? latest.current[`${first} ${key}`] : undefined;
      const act = pair ?? latest.current[key];
      before.current = { key: pair ? "" : key, at: event.timeStamp };
      if (!act) return;
      event.preventDefault();
      act(event);
    };
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, []);
}

function isElsewhere(target: EventTarget | null): boolean {
  const fields = "input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable], [popover]";
  const isField = target instanceof Element && target.closest(fields);
  return Boolean(isField || document.querySelector("dialog[open]"));
}

/**
 * J, K and the arrows move the focus from row to row: to the element of each row that has `data-row`. Without `hasLetters` only
 * the arrows do, where J and K have another meaning.
 */
export function useRowKeys({ hasLetters = true } = {}): void {
  const last = useRef(-1);
  const move = (step: number) => {
    const rows = [...document.querySelectorAll<HTMLElement>("[data-row]")];
    const focused = rows.indexOf(document.activeElement as HTMLElement);
    const from = focused >= 0 ? focused : last.current;
    last.current = Math.max(0, Math.min(rows.length - 1, from + step));
    rows[last.current]?.focus();
  };
  const [on, back] = [() => move(1), () => move(-1)];
  useKeys({ ArrowDown: on, ArrowUp: back, ...(hasLetters ? { j: on, k: back } : {}) });
}
