/** The course that the library opens on: one that has material, if there is one. */
export function firstCourse<Course extends { materials: number }>(courses: Course[]): Course | undefined {
  return courses.find(({ materials }) => materials > 0) ?? courses[0];
}
