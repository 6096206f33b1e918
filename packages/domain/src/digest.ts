/** A learner gets at most one bundled notification in this time. */
export const quietMinutes = 30;
/** When the daily mail goes out, by the clock of the institute. */
export const mailHour = 18;
export const mostLines = 10;

export type DigestLine = { course: string; title: string; link: string; about: string; at: Date };

/** News about the same thing: only the latest, and the latest first. */
export function latestLines<Line extends DigestLine>(lines: readonly Line[]): Line[] {
  const sorted = [...lines].sort((one, other) => other.at.getTime() - one.at.getTime());
  return sorted.filter(({ about }, place) => sorted.findIndex((one) => one.about === about) === place);
}

/** "Python: the recording of class 12" */
export function lineText({ course, title }: Pick<DigestLine, "course" | "title">): string {
  return course ? `${course}: ${title}` : capital(title);
}

export const restText = (rest: number) => (rest > 0 ? [`and ${rest} more`] : []);

/** "3 new things in Python", with its lines, which name the course where there are several. */
export function writeDigest(lines: readonly DigestLine[]): { title: string; text: string; link: string } {
  const latest = latestLines(lines);
  const courses = new Set(latest.map((line) => line.course));
  const [course = ""] = courses.size === 1 ? courses : [""];
  const count = latest.length === 1 ? "Something new" : `${latest.length} new things`;
  const shown = latest.slice(0, mostLines).map((line) => (course ? capital(line.title) : lineText(line)));
  return {
    title: `${count} in ${course || "your courses"}`,
    text: [...shown, ...restText(latest.length - shown.length)].join("\n"),
    link: linkOf(latest),
  };
}

const capital = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1);

/** The thing itself, the course, or the list of courses. */
function linkOf(lines: readonly DigestLine[]): string {
  const links = new Set(lines.map(({ link }) => link));
  const [link = ""] = links;
  if (links.size === 1) return link;
  const courses = new Set(lines.map((line) => /^\/dashboard\/learn\/[^/?]+/.exec(line.link)?.[0] ?? ""));
  const [course = ""] = courses;
  return courses.size === 1 && course ? course : "/dashboard/mycourses";
}
