import type { KeyboardEvent } from "react";
import type { Held } from "./timetable-queries.ts";

type Hand = {
  rowIds: string[];
  days: string[];
  hours: number[];
  held: Held | null;
  setHeld(held: Held | null): void;
  onDrop(held: Held): void;
};

/** Moving by keys: M takes the class, the arrows move it, Enter drops it, Escape puts it back. */
export function useHandOver({ rowIds, days, hours, held, setHeld, onDrop }: Hand) {
  const onKeyDown = (event: KeyboardEvent, place: Held) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const isHeld = held?.one.classId === place.one.classId;
    if (!isHeld) {
      if (event.key.toLowerCase() !== "m") return;
      event.preventDefault();
      setHeld(place);
      return;
    }
    const next = moved(held, event.key, { rowIds, days, hours });
    if (!next && event.key !== "Enter" && event.key !== "Escape") return;
    event.preventDefault();
    event.nativeEvent.stopImmediatePropagation();
    if (next) return setHeld(next);
    setHeld(null);
    if (event.key === "Enter") onDrop(held);
  };
  return { onKeyDown };
}

function moved(held: Held, key: string, { rowIds, days, hours }: Pick<Hand, "rowIds" | "days" | "hours">): Held | null {
  const hour = Math.floor(held.minutes / 60);
  switch (key) {
    case "ArrowLeft":
      return { ...held, day: near(days, held.day, -1) };
    case "ArrowRight":
      return { ...held, day: near(days, held.day, 1) };
    case "ArrowUp":
      return { ...held, minutes: near(hours, hour, -1) * 60 + (held.minutes % 60) };
    case "ArrowDown":
      return { ...held, minutes: near(hours, hour, 1) * 60 + (held.minutes % 60) };
    case "PageUp":
      return { ...held, rowId: near(rowIds, held.rowId, -1) };
    case "PageDown":
      return { ...held, rowId: near(rowIds, held.rowId, 1) };
    default:
      return null;
  }
}

function near<Item>(items: Item[], item: Item, step: number): Item {
  const at = Math.max(0, Math.min(items.length - 1, items.indexOf(item) + step));
  return items[at] ?? item;
}
