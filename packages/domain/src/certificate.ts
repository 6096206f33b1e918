/** Who has earned a certificate, how far away one is, and how certificates and their holders are numbered. */

export type Attendance = {
  /** Classes of the batch that were not cancelled. */
  classes: number;
  attended: number;
  /** Null where none is planned. */
  lastEndsAt: Date | null;
};

type Asked = Attendance & { percent: number; now: Date };

/** The first thing that is still missing; null for whoever has earned it. */
export function whyNotEarned({ classes, attended, lastEndsAt, percent, now }: Asked) {
  if (classes === 0 || lastEndsAt === null) return "no-classes" as const;
  if (lastEndsAt > now) return "classes-left" as const;
  return attended < classesNeeded({ classes, percent }) ? ("absent" as const) : null;
}

/** How many classes one must have attended; even where the institute asks for no share, one was there once. */
export function classesNeeded({ classes, percent }: { classes: number; percent: number }): number {
  return Math.max(1, Math.ceil((classes * percent) / 100));
}

type SoFar = { classes: number; over: number; attended: number; percent: number };

/** How far somebody is: `missing` classes are still to be attended, and whether so many are left. */
export function progressOf({ classes, over, attended, percent }: SoFar) {
  const needed = classesNeeded({ classes, percent });
  const missing = Math.max(0, needed - attended);
  return { needed, missing, isReachable: classes === 0 || missing <= classes - over };
}

/** "OCNST00001"; beyond 99999 it grows. */
export function certificateId(prefix: string, serial: number): string {
  return prefix + String(serial).padStart(5, "0");
}

/** As it is printed, however it was typed or pasted. */
export function readCertificateId(typed: string): string {
  return typed.replace(/\s+/g, "").toUpperCase();
}

/** What any certificate id looks like, of whatever prefix: an institute may have changed its own. */
export function isCertificateId(text: string): boolean {
  return /^[A-Z]{1,20}\d{5,10}$/.test(text);
}

type Holder = { institute: string; joinedAt: Date; learnerId: string };

/** "SA-2026-4F09C2": initials of the institute, the year of joining, and the end of the account's id. */
export function studentId({ institute, joinedAt, learnerId }: Holder): string {
  const initials = [...institute.matchAll(/(?<![\p{L}\p{N}])\p{L}/gu)].map(([letter]) => letter.toUpperCase()).join("");
  const end = learnerId.replace(/[^0-9a-z]/gi, "").slice(-6);
  return [initials.slice(0, 4) || "ID", joinedAt.getUTCFullYear(), end.toUpperCase()].join("-");
}

const mostSkills = 8;

/** What was learned, in a few words each: the parts of the syllabus. */
export function skillsOf(syllabus: { title: string }[]): string[] {
  return [...new Set(syllabus.map(({ title }) => title))].slice(0, mostSkills);
}

type Shared = { certificateId: string; name: string; organisation: string; year: number; month: number; url: string };

/** The form of LinkedIn on which a certificate is added to the own profile, filled in. */
export function linkedInUrl({ certificateId: id, name, organisation, year, month, url }: Shared): string {
  const fields = {
    startTask: "CERTIFICATION_NAME",
    name,
    organizationName: organisation,
    issueYear: year,
    issueMonth: month,
    certUrl: url,
    certId: id,
  };
  const query = Object.entries(fields).map(([field, value]) => `${field}=${encodeURIComponent(value)}`);
  return `https://www.linkedin.com/profile/add?${query.join("&")}`;
}
