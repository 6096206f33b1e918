import { useDraggable } from "@dnd-kit/core";
import type { TimetableClass } from "@shoreline/contract";
import type { KeyboardEvent, ReactNode } from "react";
import { StaffIcon } from "../icon.tsx";
import { formatClock } from "../when.ts";
import * as styles from "./block.module.css";
import { longDay, placeOf, shortTime } from "./timetable-days.ts";

export type Look = "online" | "campus" | "act" | "live" | "over" | "cancelled" | "proposed" | "lifted";

const words: Partial<Record<Look, string>> = {
  ...{ online: "online", campus: "on campus", act: "has no link", live: "running now", over: "over" },
  cancelled: "cancelled",
};

export function lookOf(one: TimetableClass, now: string): Look {
  const [begins, at] = [Date.parse(one.startsAt), Date.parse(now)];
  const ends = begins + one.minutes * 60_000;
  if (one.isCancelled) return "cancelled";
  if (ends <= at) return "over";
  if (begins <= at) return "live";
  if (one.roomId) return "campus";
  return one.hasLink ? "online" : "act";
}

export function isMovable(one: TimetableClass, now: string): boolean {
  return !["cancelled", "over"].includes(lookOf(one, now));
}

type Props = {
  one: TimetableClass;
  now: string;
  /** Whether one may drag it. */
  isFree: boolean;
  isHeld: boolean;
  onOpen(one: TimetableClass): void;
  onKeyDown(event: KeyboardEvent, one: TimetableClass): void;
};

/** A class in the grid: a press opens it, dragging or M moves it. */
export function Block({ one, now, isFree, isHeld, onOpen, onKeyDown }: Props) {
  const { setNodeRef, listeners } = useDraggable({ id: one.classId, data: { one }, disabled: !isFree });
  return (
    <button
      ref={setNodeRef}
      type="button"
      className={styles.block}
      data-look={lookOf(one, now)}
      data-held={isHeld}
      data-class={one.classId}
      data-row
      {...(isFree ? { onPointerDown: listeners?.onPointerDown as never } : {})}
      onClick={() => onOpen(one)}
      onKeyDown={(event) => onKeyDown(event, one)}
      aria-keyshortcuts={isFree ? "M" : undefined}
    >
      <BlockInside one={one} look={lookOf(one, now)} />
    </button>
  );
}

export function BlockInside({ one, look }: { one: TimetableClass; look: Look }) {
  const { day, minutes } = placeOf(one.startsAt);
  return (
    <>
      <span className="sr-only">
        {longDay(day)}, {formatClock(one.startsAt)}:{" "}
      </span>
      <span className={styles.time} aria-hidden="true">
        {shortTime(minutes)}
      </span>
      <span className={styles.cut}>{one.batch || one.course}</span>
      <StaffIcon name={look === "act" ? "warn" : one.roomId ? "door" : "camera"} />
      <span className="sr-only">
        , class {one.number}, {words[look] ?? ""}
      </span>
    </>
  );
}

/** For the legend, and for what is proposed. */
export function StillBlock({ look, children }: { look: Look; children?: ReactNode }) {
  return (
    <span className={styles.block} data-look={look} data-size={children ? undefined : "still"}>
      {children}
    </span>
  );
}
