import type { NamedCourse } from "@shoreline/contract";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type ComponentProps, type KeyboardEvent, useEffect, useId, useState } from "react";
import { errorText } from "../../lib/problem.ts";
import { useSettled } from "../use-settled.ts";
import { type CourseFinder, coursesKey } from "./course-finder.ts";

export type Search<Course extends NamedCourse> = {
  /** The text of the field while it is closed. */
  shown: string;
  from: CourseFinder<Course>;
  /** Names the choice of no course at all, where there is one. */
  empty?: string | undefined;
  /** Why a course cannot be chosen. */
  whyNot?: ((course: Course) => string | null) | undefined;
  onChoose(course: Course | null): void;
};

/** A field that searches while somebody types, and the list below it. The focus stays in the field (ARIA: combobox). */
export function useCourseSearch<Course extends NamedCourse>({ shown, from, empty, whyNot, onChoose }: Search<Course>) {
  const listId = useId();
  const [isOpen, setOpen] = useState(false);
  /** Null: nobody has typed since the list was opened. */
  const [typed, setTyped] = useState<string | null>(null);
  const [at, setAt] = useState(-1);
  /** Somebody has pressed Enter before the courses were here. */
  const [isEager, setEager] = useState(false);
  const words = typed?.trim().replace(/\s+/g, " ") ?? "";
  const settled = useSettled(words);
  const { data, error, isPlaceholderData, refetch } = useQuery({
    queryKey: [...coursesKey, from.name, settled],
    queryFn: ({ signal }) => from.find(settled, signal),
    enabled: isOpen,
    placeholderData: keepPreviousData,
  });
  const isAnswered = settled === words && data !== undefined && !isPlaceholderData;
  const courses = error ? [] : (data?.courses ?? []);
  const options: (Course | null)[] = empty !== undefined && words === "" ? [null, ...courses] : courses;
  // While the next answer is under way, what is shown is the one before.
  const active = isAnswered ? Math.min(at, options.length - 1) : -1;

  const open = () => {
    if (isOpen) return;
    setOpen(true);
    setAt(-1);
  };
  const close = () => {
    setOpen(false);
    setTyped(null);
    setEager(false);
  };
  const choose = (course: Course | null) => {
    if (course && whyNot?.(course)) return;
    close();
    onChoose(course);
  };
  const take = () => {
    const chosen = options[active];
    if (error) void refetch();
    else if (!isAnswered) setEager(typed !== null);
    else if (chosen !== undefined) choose(chosen);
  };
  useEffect(() => {
    if (!isEager || !(isAnswered || error)) return;
    setEager(false);
    if (!error) take();
  });
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && !isOpen) open();
    else if (step) setAt((Math.max(active, step > 0 ? -1 : 0) + step + options.length) % Math.max(options.length, 1));
    else if (event.key === "Escape" && isOpen) close();
    else if (event.key === "Enter" && isOpen) take();
    else return;
    // Enter would send the form around the field, and Escape close its dialog.
    event.preventDefault();
    event.stopPropagation();
  };
  const field = {
    role: "combobox",
    "aria-expanded": isOpen,
    "aria-controls": isOpen ? listId : undefined,
    "aria-activedescendant": isOpen && active >= 0 ? `${listId}-${active}` : undefined,
    "aria-autocomplete": "list",
    autoComplete: "off",
    spellCheck: false,
    maxLength: 100,
    value: typed ?? shown,
    onChange: (event) => {
      setOpen(true);
      setTyped(event.target.value);
      setEager(false);
      setAt(event.target.value.trim() || empty !== undefined ? 0 : -1);
    },
    onFocus: (event) => event.target.select(),
    onClick: open,
    onBlur: close,
    onKeyDown,
  } satisfies ComponentProps<"input">;
  const news = error
    ? `The courses did not load. ${errorText(error)} Enter tries again.`
    : !isAnswered
      ? "Searching…"
      : words !== "" && courses.length === 0
        ? `No course found for “${words}”.`
        : data.isMore
          ? "There are more: type a part of the name."
          : "";
  return { field, list: { listId, isOpen, options, active, news, empty, whyNot, onChoose: choose } };
}
