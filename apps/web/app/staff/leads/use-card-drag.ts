import type { LeadStatus } from "@shoreline/domain/inbox";
import { type PointerEvent as Press, useEffect, useRef } from "react";

/** A mouse moves so far, and a finger rests so long, before it is a drag: a press opens the lead, and a swipe scrolls. */
const slackPx = 6;
const holdMs = 350;
/** So near to the side the columns scroll along. */
const edgePx = 48;

type Given = { isOn: boolean; onDrop(status: LeadStatus): void };

/** Drags a card to what has `data-status`: a column, or on a phone its tab. The menu of the card is the way for keys. */
export function useCardDrag({ isOn, onDrop }: Given) {
  const card = useRef<HTMLLIElement>(null);
  const drag = useRef<ReturnType<typeof startDrag> | null>(null);
  useEffect(() => {
    // React listens passively, and browsers ask before the finger moves.
    const keepStill = (event: TouchEvent) => drag.current?.isOn() && event.preventDefault();
    const { current } = card;
    current?.addEventListener("touchmove", keepStill, { passive: false });
    return () => {
      current?.removeEventListener("touchmove", keepStill);
      drag.current?.end();
    };
  }, []);
  const onPointerDown = (event: Press<HTMLLIElement>) => {
    const isElsewhere = event.target instanceof Element && event.target.closest("button, dialog");
    if (!isOn || isElsewhere || event.button !== 0 || !event.isPrimary) return;
    drag.current?.end();
    drag.current = startDrag(event.currentTarget, { start: event.nativeEvent, onDrop });
  };
  return { ref: card, onPointerDown };
}

function startDrag(card: HTMLElement, { start, onDrop }: { start: PointerEvent } & Pick<Given, "onDrop">) {
  const isFinger = start.pointerType !== "mouse";
  const columns = card.closest<HTMLElement>("[data-pipeline]");
  const scrolled = () => ({ x: scrollX + (columns?.scrollLeft ?? 0), y: scrollY });
  const from = scrolled();
  const listening = new AbortController();
  let isDragging = false;
  let over: HTMLElement | null = null;

  const begin = () => {
    isDragging = true;
    card.dataset.dragged = "true";
  };
  const hold = isFinger ? setTimeout(begin, holdMs) : undefined;
  const end = () => {
    clearTimeout(hold);
    listening.abort();
    isDragging = false;
    delete card.dataset.dragged;
    card.style.transform = "";
    if (over) delete over.dataset.over;
  };
  /** A second finger does nothing. */
  const ofThisPointer = (heard: (event: PointerEvent) => void) => (event: PointerEvent) => {
    if (event.pointerId === start.pointerId) heard(event);
  };
  const move = (event: PointerEvent) => {
    const [right, down] = [event.clientX - start.clientX, event.clientY - start.clientY];
    if (!isDragging && Math.hypot(right, down) <= slackPx) return;
    if (!isDragging && isFinger) return end();
    begin();
    scrollAtEdge(columns, event.clientX);
    const now = scrolled();
    card.style.transform = `translate(${right + now.x - from.x}px, ${down + now.y - from.y}px)`;
    if (over) delete over.dataset.over;
    over = document.elementFromPoint(event.clientX, event.clientY)?.closest<HTMLElement>("[data-status]") ?? null;
    if (over) over.dataset.over = "true";
  };
  const drop = () => {
    const status = isDragging ? over?.dataset.status : undefined;
    if (isDragging) swallowClick();
    end();
    if (status) onDrop(status as LeadStatus);
  };
  const { signal } = listening;
  document.addEventListener("pointermove", ofThisPointer(move), { signal });
  document.addEventListener("pointerup", ofThisPointer(drop), { signal });
  document.addEventListener("pointercancel", ofThisPointer(end), { signal });
  document.addEventListener("keydown", (event) => event.key === "Escape" && isDragging && end(), { signal });
  // A finger that rests on a link would open its menu.
  document.addEventListener("contextmenu", (event) => isFinger && event.preventDefault(), { signal });
  return { end, isOn: () => isDragging };
}

function scrollAtEdge(columns: HTMLElement | null, x: number): void {
  const box = columns?.getBoundingClientRect();
  if (box && x > box.right - edgePx) columns?.scrollBy({ left: edgePx / 3 });
  else if (box && x < box.left + edgePx) columns?.scrollBy({ left: -edgePx / 3 });
}

/** Who lets go over a link has not pressed it. */
function swallowClick(): void {
  const swallow = (event: Event) => {
    event.preventDefault();
    event.stopPropagation();
  };
  document.addEventListener("click", swallow, { capture: true, once: true });
  setTimeout(() => document.removeEventListener("click", swallow, { capture: true }));
}
