/** When a certificate is earned, the progress towards it, and how certificate ids and student ids look. */

type Attendance = {
  /** Classes of the batch since the purchase that were not cancelled. */
  classes: number;
  attended: number;
  /** Null when no class is planned. */
  lastEndsAt: Date | null;
};

type Asked = Attendance & { percent: number; now: Date };

/** The first requirement that is not met; null when the certificate is earned. */
export function whyNotEarned({ classes, attended, lastEndsAt, percent, now }: Asked) {
  if (classes === 0 || lastEndsAt === null) return "no-classes" as const;
  if (lastEndsAt > now) return "classes-left" as const;
  return attended < classesNeeded({ classes, percent }) ? ("absent" as const) : null;
}

/** How many classes a learner must attend: at least one, even when the institute requires 0 percent. */
export function classesNeeded({ classes, percent }: { classes: number; percent: number }): number {
  return Math.max(1, Math.ceil((classes * percent) / 100));
}

type SoFar = { classes: number; over: number; attended: number; percent: number };

/** `missing` is how many more classes the learner must attend; `isReachable` says whether enough classes are left. */
export function progressOf({ classes, over, attended, percent }: SoFar) {
  const needed = classesNeeded({ classes, percent });
  const missing = Math.max(0, needed - attended);
  return { needed, missing, isReachable: classes === 0 || missing <= classes - over };
}

/** "OCNST00001"; serial numbers above 99999 make it longer. */
export function certificateId(prefix: string, serial: number): string {
  return prefix + String(serial).padStart(5, "0");
}

/** Turns a typed or pasted id into its printed form. */
export function normaliseCertificateId(typed: string): string {
  return typed.replace(/\s+/g, "").toUpperCase();
}

/** Accepts any prefix, because an institute may have changed its own. */
export function isCertificateId(text: string): boolean {
  return /^[A-Z]{1,20}\d{5,10}$/.test(text);
}

type Holder = { institute: string; joinedAt: Date; learnerId: string };

/** "SA-2026-4F09C2": initials of the institute, year of joining, last six characters of the account id. */
export function studentId({ institute, joinedAt, learnerId }: Holder): string {
  const initials = [...institute.matchAll(/(?<![\p{L}\p{N}])\p{L}/gu)].map(([letter]) => letter.toUpperCase()).join("");
  const end = learnerId.replace(/[^0-9a-z]/gi, "").slice(-6);
  return [initials.slice(0, 4) || "ID", joinedAt.getUTCFullYear(), end.toUpperCase()].join("-");
}

const maxSkills = 8;

/** The skills on a certificate are the section titles of the syllabus. */
export function skillsOf(syllabus: { title: string }[]): string[] {
  return [...new Set(syllabus.map(({ title }) => title))].slice(0, maxSkills);
}

type Shared = { certificateId: string; name: string; organisation: string; year: number; month: number; url: string };

/** LinkedIn's form for adding a certificate to one's profile, with its fields filled in. */
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
