import type { Timetable, TimetableClass } from "@shoreline/contract";
import { folded } from "../today/today-lists.module.css";
import { formatWhole } from "../when.ts";
import { block, cut } from "./block.module.css";
import * as styles from "./timetable.module.css";

type Props = Timetable["without"] & { title: string; look: "act" | "over"; onOpen(one: TimetableClass): void };

/** Classes to come that are in no row, folded: how many, and the first of them. */
export function Unstaffed({ title, look, count, classes, onOpen }: Props) {
  if (count === 0) return null;
  return (
    <details className={folded}>
      <summary>
        {title}: {count === 1 ? "1 class" : `${count.toLocaleString("en-IN")} classes`} to come
      </summary>
      <ul className={styles.unstaffed}>
        {classes.map((one) => (
          <li key={one.classId}>
            <button type="button" className={block} data-look={look} onClick={() => onOpen(one)}>
              <span className={cut}>
                {formatWhole(one.startsAt)}: {one.batch || one.course}
                {one.trainer ? `, ${one.trainer}` : ""}
              </span>
            </button>
          </li>
        ))}
      </ul>
      {count > classes.length ? <p>The first {classes.length} of these days. Choose a course to see its own.</p> : null}
    </details>
  );
}
