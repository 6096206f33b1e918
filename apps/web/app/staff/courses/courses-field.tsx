import type { NamedCourse } from "@shoreline/contract";
import { useRef } from "react";
import { Icon } from "../../ui/icon.tsx";
import { Tag } from "../../ui/tag.tsx";
import { CourseField } from "./course-field.tsx";
import type { CourseFinder } from "./course-finder.ts";
import * as styles from "./course-list.module.css";

type Props<Course extends NamedCourse> = {
  label: string;
  values: NamedCourse[];
  from: CourseFinder<Course>;
  error?: string | undefined;
  more?(course: Course): string;
  onChange(values: NamedCourse[]): void;
};

/** Any number of courses. */
export function CoursesField<Course extends NamedCourse>({ values, onChange, ...field }: Props<Course>) {
  const has = (course: NamedCourse) => values.some(({ courseId }) => courseId === course.courseId);
  const add = (course: Course | null) => {
    if (course) onChange([...values, { courseId: course.courseId, name: course.name }]);
  };
  const box = useRef<HTMLDivElement>(null);
  const remove = (course: NamedCourse) => {
    onChange(values.filter((one) => one !== course));
    // Its button is gone with it.
    box.current?.querySelector("input")?.focus();
  };
  return (
    <div ref={box} className={styles.several}>
      {values.length > 0 ? (
        <ul className={styles.chosen} aria-label="Chosen courses">
          {values.map((course) => (
            <li key={course.courseId} className="flex">
              <Tag look="sea">
                {course.name}
                <button type="button" aria-label={`Remove ${course.name}`} onClick={() => remove(course)}>
                  <Icon name="x" />
                </button>
              </Tag>
            </li>
          ))}
        </ul>
      ) : null}
      <CourseField {...field} value={null} whyNot={(course) => (has(course) ? "chosen" : null)} onChange={add} />
    </div>
  );
}
