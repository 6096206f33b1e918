import type { CourseChoice, NamedCourse } from "@shoreline/contract";
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Refused } from "../../test/fake-api.ts";

export function sampleCourse(given: NamedCourse & Partial<CourseChoice>): CourseChoice {
  return { hours: 40, priceInPaise: 1_000_000, isHidden: false, ...given };
}

/** Answers of the desk for a field that searches among these courses. */
export function coursesToFind(courses: CourseChoice[]) {
  return {
    courses: ({ words = "" }: { words?: string | undefined }) => ({
      courses: courses.filter(({ name }) => name.toLowerCase().includes(words.toLowerCase())),
      isMore: false,
    }),
    course: (asked: { courseId: string }) =>
      courses.find(({ courseId }) => courseId === asked.courseId) ?? new Refused("UNKNOWN_COURSE"),
  };
}

export async function chooseCourse(field: HTMLElement, name: string): Promise<void> {
  await userEvent.clear(field);
  await userEvent.type(field, name);
  await userEvent.click(await screen.findByRole("option", { name: new RegExp(`^${name}`) }));
}
