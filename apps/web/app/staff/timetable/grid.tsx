import {
  DndContext,
  type DragEndEvent,
  type DragMoveEvent,
  DragOverlay,
  PointerSensor,
  useSensor,
  useSensors,
} from "@dnd-kit/core";
import type { ProposalLine, Timetable, TimetableClass } from "@shoreline/contract";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { todayDate } from "../date/date-text.ts";
import { formatWhole } from "../when.ts";
import { block as blockLook, cut } from "./block.module.css";
import { Block, BlockInside, isMovable, StillBlock } from "./block.tsx";
import * as styles from "./grid.module.css";
import { useHandOver } from "./hand-over.ts";
import { holiday } from "./timetable.module.css";
import { dateNumber, daysOf, hoursOf, momentOf, placeOf, shortTime, weekdayName } from "./timetable-days.ts";
import type { Held } from "./timetable-queries.ts";

type Props = {
  data: Timetable;
  by: "trainer" | "room";
  mayMove: boolean;
  proposed: ProposalLine[];
  onOpen(one: TimetableClass): void;
  onDrop(held: Held): void;
};

/** Trainers or rooms over the days of a week; inside a day a line for each hour. */
export function WeekGrid({ data, by, mayMove, proposed, onOpen, onDrop }: Props) {
  const [held, setHeld] = useState<Held | null>(null);
  const [isDragged, setDragged] = useState(false);
  const sensors = useSensors(useSensor(PointerSensor, { activationConstraint: { distance: 6 } }));
  const days = daysOf(data);
  const hours = hoursOf(data.classes);
  const today = todayDate(new Date(data.now));
  const holidays = new Map(data.holidays.map(({ day, name }) => [day, name]));
  const rowIds = data.rows.map(({ id }) => id);
  const hand = useHandOver({ rowIds, days, hours, held, setHeld, onDrop });
  const rowOf = (one: TimetableClass) => (by === "trainer" ? one.trainerId : one.roomId) ?? "";
  const pointer = usePointer();
  const heldBy = ({ active }: Pick<DragMoveEvent, "active">): Held => {
    const one = active.data.current?.one as TimetableClass;
    return { one, rowId: rowOf(one), ...placeOf(one.startsAt), ...slotAt(pointer.current) };
  };
  const drop = (event: DragEndEvent) => {
    putBack();
    // Let go where no class can be, it stays where it is.
    if (slotAt(pointer.current)) onDrop(heldBy(event));
  };
  const putBack = () => {
    setDragged(false);
    setHeld(null);
  };
  const onKeyDown = (event: KeyboardEvent, one: TimetableClass) => {
    if (mayMove && isMovable(one, data.now))
      hand.onKeyDown(event, { one, rowId: rowOf(one), ...placeOf(one.startsAt) });
  };
  const block = (one: TimetableClass) => (
    <Block
      key={one.classId}
      {...{ one, now: data.now, onOpen, onKeyDown }}
      isFree={mayMove && isMovable(one, data.now)}
      isHeld={held?.one.classId === one.classId}
    />
  );
  return (
    <DndContext
      sensors={sensors}
      autoScroll={{ threshold: { x: 0.1, y: 0.1 } }}
      onDragStart={() => setDragged(true)}
      onDragMove={(event) => setHeld(heldBy(event))}
      onDragEnd={drop}
      onDragCancel={putBack}
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keys. */}
      <section className={styles.wide} aria-label="Week" tabIndex={0}>
        <table className={styles.grid}>
          <caption className="sr-only">
            Classes of the week by {by}. Each day has a line for every hour from {shortTime((hours[0] ?? 9) * 60)} on.
          </caption>
          <thead>
            <tr>
              <th>
                <span className="sr-only">{by === "trainer" ? "Trainer" : "Room"}</span>
              </th>
              {days.map((day) => (
                <th key={day} scope="col" aria-current={day === today ? "date" : undefined}>
                  <b>{dateNumber(day)}</b>
                  {weekdayName(day)}
                  {day === today ? ", today" : ""}
                  {holidays.has(day) ? <span className={holiday}>{holidays.get(day)}</span> : null}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {data.rows.map((row) => (
              <tr key={row.id}>
                <th scope="row">
                  {row.name}
                  <span>{row.about}</span>
                  <span>{row.classes === 1 ? "1 h this week" : `${row.classes} h this week`}</span>
                </th>
                {days.map((day) => (
                  <td key={day} data-today={day === today} data-holiday={holidays.has(day)}>
                    <ul className={styles.slots}>
                      {hours.map((hour) => {
                        const isOver =
                          held?.rowId === row.id && held.day === day && Math.floor(held.minutes / 60) === hour;
                        return (
                          <li key={hour} data-slot={`${row.id} ${day} ${hour}`} data-over={isOver}>
                            {data.classes
                              .filter((one) => rowOf(one) === row.id && isAt(one, day, hour))
                              .map((one) => block(one))}
                            {linesAt(proposed, { rowId: row.id, day, hour, by }).map((line) => (
                              <StillBlock key={line.draftId} look="proposed">
                                <span className={cut}>{line.name}</span>
                                <span className="sr-only">, proposed</span>
                              </StillBlock>
                            ))}
                          </li>
                        );
                      })}
                    </ul>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <p role="status" className={held ? styles.hint : "sr-only"}>
        {held ? `${formatWhole(momentOf(held))}, ${nameOf(data, held.rowId)}. ` : ""}
        {held && !isDragged
          ? "Arrows move it, Page up and Page down change the row, Enter drops it, Escape puts it back."
          : ""}
      </p>
      <DragOverlay dropAnimation={null}>
        {held && isDragged ? (
          <span className={blockLook} data-look="lifted">
            <BlockInside one={held.one} look="lifted" />
          </span>
        ) : null}
      </DragOverlay>
    </DndContext>
  );
}

function isAt({ startsAt }: TimetableClass, day: string, hour: number): boolean {
  const place = placeOf(startsAt);
  return place.day === day && Math.floor(place.minutes / 60) === hour;
}

type Spot = { rowId: string; day: string; hour: number; by: Props["by"] };

function linesAt(lines: ProposalLine[], { rowId, day, hour, by }: Spot): ProposalLine[] {
  const weekday = new Date(day).getUTCDay();
  return lines.filter(({ plan, from }) => {
    if (!plan || day < from || day > plan.until || (by === "trainer" ? plan.trainerId : plan.roomId) !== rowId)
      return false;
    return plan.pattern.some((slot) => {
      const first = Number(slot.from.slice(0, 2));
      return slot.weekday === weekday && first <= hour && hour < first + slot.classes;
    });
  });
}

/** The line of an hour under the pointer. */
function slotAt({ x, y }: Point): Omit<Held, "one"> | null {
  const slot = document
    .elementsFromPoint(x, y)
    .map((element) => element.closest<HTMLElement>("[data-slot]"))
    .find(Boolean);
  const [rowId = "", day = "", hour = ""] = slot?.dataset.slot?.split(" ") ?? [];
  return slot ? { rowId, day, minutes: Number(hour) * 60 } : null;
}

type Point = { x: number; y: number };

/** Where the pointer is. What drags knows where it was when the page was last drawn: a quick hand is ahead of that. */
function usePointer() {
  const pointer = useRef<Point>({ x: 0, y: 0 });
  useEffect(() => {
    const remember = ({ clientX, clientY }: PointerEvent) => {
      pointer.current = { x: clientX, y: clientY };
    };
    addEventListener("pointermove", remember, true);
    addEventListener("pointerup", remember, true);
    return () => {
      removeEventListener("pointermove", remember, true);
      removeEventListener("pointerup", remember, true);
    };
  }, []);
  return pointer;
}

function nameOf({ rows }: Timetable, id: string): string {
  return rows.find((row) => row.id === id)?.name ?? "";
}
