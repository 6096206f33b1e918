/** A learner gets at most one bundled notification in this time. */
export const quietMinutes = 30;
/** When the mail of the day goes out, by the clock of the institute. */
export const mailHour = 18;
export const mostLines = 10;

export type DigestLine = { title: string; link: string; about: string; at: Date };

/** News about the same thing: only the latest, and the latest first. */
export function latestLines<Line extends DigestLine>(lines: readonly Line[]): Line[] {
  const sorted = [...lines].sort((one, other) => other.at.getTime() - one.at.getTime());
  return sorted.filter(({ about }, place) => sorted.findIndex((one) => one.about === about) === place);
}

/** "3 new things in Python", with its lines. A title of a line begins with the course: "Python: the recording of class 12". */
export function writeDigest(lines: readonly DigestLine[]): { title: string; text: string; link: string } {
  const latest = latestLines(lines);
  const courses = new Set(latest.map(({ title }) => courseOf(title)));
  const [course = ""] = courses.size === 1 ? courses : [""];
  const count = latest.length === 1 ? "Something new" : `${latest.length} new things`;
  const shown = latest.slice(0, mostLines).map(({ title }) => (course ? title.slice(course.length + 2) : title));
  const rest = latest.length - shown.length;
  return {
    title: `${count} in ${course || "your courses"}`,
    text: [...shown.map(capital), ...(rest > 0 ? [`and ${rest} more`] : [])].join("\n"),
    link: linkOf(latest),
  };
}

function courseOf(title: string): string {
  const end = title.indexOf(": ");
  return end > 0 ? title.slice(0, end) : "";
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
