import type { CourseChoice, CourseList, NamedCourse } from "@shoreline/contract";
import { useQuery } from "@tanstack/react-query";
import { deskClient } from "../client.ts";

type Found<Course> = { courses: Course[]; isMore: boolean };

/** Where a field looks for courses. Answers are kept under the name. */
export type CourseFinder<Course extends NamedCourse> = {
  name: string;
  find(words: string, signal: AbortSignal): Promise<Found<Course>>;
};

function finderOf(list: CourseList): CourseFinder<CourseChoice> {
  return { name: list, find: (words, signal) => deskClient.courses({ words, list }, { signal }) };
}

export const allCourses = finderOf("all");
export const offeredCourses = finderOf("offered");
export const soldCourses = finderOf("sold");

export const coursesKey = ["courses"];

/** The course that an address names. */
export function useCourse(courseId: string) {
  return useQuery({
    queryKey: [...coursesKey, "course", courseId],
    queryFn: () => deskClient.course({ courseId }),
    enabled: courseId !== "",
  });
}
