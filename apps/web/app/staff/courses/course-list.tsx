import type { NamedCourse } from "@shoreline/contract";
import { useEffect, useRef } from "react";
import * as styles from "./course-list.module.css";
import type { useCourseSearch } from "./use-course-search.ts";

type Props<Course extends NamedCourse> = ReturnType<typeof useCourseSearch<Course>>["list"] & {
  label: string;
  /** Beside the name: 40 hours. */
  more?: ((course: Course) => string) | undefined;
};

/** The courses that were found. The field above it names the active one and hears the keys. */
export function CourseList<Course extends NamedCourse>({ label, more, ...list }: Props<Course>) {
  const { listId, isOpen, options, active, news, empty, whyNot, onChoose } = list;
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isOpen) panel.current?.showPopover?.();
  }, [isOpen]);
  useEffect(() => {
    const option = document.getElementById(`${listId}-${active}`);
    const box = option?.parentElement;
    if (!option || !box) return;
    // Not scrollIntoView, which would scroll the page behind too.
    const [top, bottom] = [option.offsetTop, option.offsetTop + option.offsetHeight];
    if (top < box.scrollTop) box.scrollTop = top;
    if (bottom > box.scrollTop + box.clientHeight) box.scrollTop = bottom - box.clientHeight;
  }, [listId, active]);
  if (!isOpen) return <p role="status" className="sr-only" />;
  return (
    // The field keeps the focus.
    <div ref={panel} popover="manual" className={styles.panel} onPointerDown={(event) => event.preventDefault()}>
      <div id={listId} role="listbox" aria-label={label} tabIndex={-1} className={styles.list}>
        {options.map((course, at) => {
          const why = course && whyNot?.(course);
          return (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the field hears the keys.
            <div
              key={course?.courseId ?? ""}
              id={`${listId}-${at}`}
              role="option"
              tabIndex={-1}
              aria-selected={at === active}
              aria-disabled={why ? true : undefined}
              onClick={() => onChoose(course)}
            >
              <span className={course ? undefined : styles.more}>{course ? course.name : empty}</span>
              {course && (why || more) ? <span className={styles.more}>{why || more?.(course)}</span> : null}
            </div>
          );
        })}
      </div>
      <p role="status" className={styles.news}>
        {news}
      </p>
    </div>
  );
}
