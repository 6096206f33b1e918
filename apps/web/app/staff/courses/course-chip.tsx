import type { NamedCourse } from "@shoreline/contract";
import { useId } from "react";
import { chip } from "../filter-chips.module.css";
import { allCourses, type CourseFinder, useCourse } from "./course-finder.ts";
import * as styles from "./course-list.module.css";
import { CourseList } from "./course-list.tsx";
import { useCourseSearch } from "./use-course-search.ts";

type ChipProps = {
  value: NamedCourse | null;
  from: CourseFinder<NamedCourse>;
  /** Names the choice of no course, where there is one. */
  any?: string;
  onChange(courseId: string): void;
};

/** A filter: the list shows the rows of the chosen course only. */
export function CourseChip({ value, from, any, onChange }: ChipProps) {
  const id = useId();
  const { field, list } = useCourseSearch({
    ...{ shown: value?.name ?? "", from, empty: any },
    onChoose: (course) => onChange(course?.courseId ?? ""),
  });
  return (
    <div className={styles.chip}>
      <label className={chip} data-empty={!value} htmlFor={id}>
        Course
        <input {...field} id={id} placeholder={any} />
      </label>
      <CourseList {...list} label="Courses" />
    </div>
  );
}

type FilterProps = { any: string; courseId: string; onChange(courseId: string): void };

/** By the id in an address, which may be of no course that there is. */
export function CourseFilter({ any, courseId, onChange }: FilterProps) {
  const { data, error } = useCourse(courseId);
  const name = data?.name ?? (error ? courseId : "…");
  return <CourseChip any={any} value={courseId ? { courseId, name } : null} from={allCourses} onChange={onChange} />;
}
