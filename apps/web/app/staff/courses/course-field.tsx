import type { NamedCourse } from "@shoreline/contract";
import { Field } from "../controls.tsx";
import * as styles from "./course-list.module.css";
import { CourseList } from "./course-list.tsx";
import { type Search, useCourseSearch } from "./use-course-search.ts";

type Props<Course extends NamedCourse> = Omit<Search<Course>, "shown" | "onChoose"> & {
  label: string;
  /** The chosen course, which the form knows by name. */
  value: NamedCourse | null;
  more?(course: Course): string;
  error?: string | undefined;
  isDisabled?: boolean;
  /** For what walks through a form by its steps. */
  step?: string;
  /** Null only where there is a choice of no course. */
  onChange(course: Course | null): void;
};

/** One course, found by its name among any number of them. */
export function CourseField<Course extends NamedCourse>(props: Props<Course>) {
  const { label, value, more, error, isDisabled, step, onChange, ...search } = props;
  const { field, list } = useCourseSearch({ ...search, shown: value?.name ?? "", onChoose: onChange });
  return (
    <div className={styles.field}>
      <Field
        {...field}
        label={label}
        error={error}
        placeholder={search.empty ?? "Type a part of the name"}
        disabled={isDisabled}
        data-step={step}
      />
      <CourseList {...list} label={label} more={more} />
    </div>
  );
}
