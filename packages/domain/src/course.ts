export type CourseName = { courseId: string; courseName: string };

/** A link carries the id and the name with their first slash turned into a space, so that C/C++ stays one path segment. */
export function coursePath({ courseId, courseName }: CourseName, { suffix }: { suffix: string }): string {
  const segment = (text: string) => encodeURIComponent(text.replace("/", " "));
  return `/onlinecourses/viewdetails/${segment(courseId)}/${segment(`${courseName}-${suffix}`)}`;
}

export function rupeesToPaise(rupees: number): number {
  return Math.round(rupees * 100);
}

export function paiseToRupees(paise: number): number {
  return paise / 100;
}
