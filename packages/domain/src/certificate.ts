/** When a certificate is earned, the progress towards it, and how certificate ids and student ids look. */

type Attendance = {
  /** Classes of the batch since the purchase that were not cancelled. */
  classes: number;
  attended: number;
  /** Null when no class is planned. */
  lastEndsAt: Date | null;
};

/** What the rule of a course asks for besides classes, and how far the learner is. Null: it does not ask for it. */
type Work = {
  homework?: { set: number; done: number; percent: number } | null;
  /** `best` is in percent; null: the test was not taken since the purchase. */
  test?: { best: number | null; percent: number } | null;
  /** Instalments whose day has passed. */
  overdueInPaise?: number;
};

type Asked = Attendance & Work & { percent: number; now: Date };

export type Missing =
  | { kind: "no-classes" }
  | { kind: "classes-left" }
  | { kind: "absent"; short: number }
  | { kind: "homework"; done: number; needed: number }
  | { kind: "test"; best: number | null; percent: number }
  | { kind: "overdue"; amountInPaise: number };

/** The first requirement that is not met; null when the certificate is earned. */
export function whyNotEarned(asked: Asked): Missing["kind"] | null {
  return missingFor(asked)[0]?.kind ?? null;
}

/** Everything that is missing for the certificate. Before the batch is over, only that. */
export function missingFor({ classes, attended, lastEndsAt, percent, now, ...work }: Asked): Missing[] {
  if (classes === 0 || lastEndsAt === null) return [{ kind: "no-classes" }];
  if (lastEndsAt > now) return [{ kind: "classes-left" }];
  const short = classesNeeded({ classes, percent }) - attended;
  return [...(short > 0 ? [{ kind: "absent" as const, short }] : []), ...missingWork(work)];
}

function missingWork({ homework, test, overdueInPaise = 0 }: Work): Missing[] {
  const missing: Missing[] = [];
  const needed = homework ? homeworkNeeded(homework) : 0;
  if (homework && homework.done < needed) missing.push({ kind: "homework", done: homework.done, needed });
  if (test && (test.best ?? -1) < test.percent) missing.push({ kind: "test", ...test });
  if (overdueInPaise > 0) missing.push({ kind: "overdue", amountInPaise: overdueInPaise });
  return missing;
}

/** How much homework must be done: none where none was set. */
export function homeworkNeeded({ set, percent }: { set: number; percent: number }): number {
  return Math.ceil((set * percent) / 100);
}

/** As staff read it: "2 classes short". */
export function missingText(missing: Missing): string {
  if (missing.kind === "no-classes") return "no classes planned";
  if (missing.kind === "classes-left") return "classes left";
  if (missing.kind === "absent") return `${missing.short} ${missing.short === 1 ? "class" : "classes"} short`;
  if (missing.kind === "homework") return `homework ${missing.done} of ${missing.needed}`;
  if (missing.kind === "overdue") return `${rupees(missing.amountInPaise)} overdue`;
  return missing.best === null ? "final test not taken" : `final test ${missing.best} of ${missing.percent} %`;
}

/** As learners read it: "attend 2 more classes". */
export function neededText(missing: Missing, { watchable = 0 }: { watchable?: number } = {}): string {
  if (missing.kind === "no-classes") return "the classes of your batch are being planned";
  if (missing.kind === "classes-left") return "the last class";
  if (missing.kind === "absent") {
    const more = `attend ${missing.short} more ${missing.short === 1 ? "class" : "classes"}`;
    return watchable > 0 ? `${more} or watch the recordings of classes you missed` : more;
  }
  if (missing.kind === "homework") {
    const more = missing.needed - missing.done;
    return `finish ${more} more ${more === 1 ? "piece" : "pieces"} of homework`;
  }
  if (missing.kind === "overdue") return `pay what is overdue: ${rupees(missing.amountInPaise)}`;
  const best = missing.best === null ? "" : `, your best so far is ${missing.best} %`;
  return `pass the final test with ${missing.percent} %${best}`;
}

const rupees = (paise: number) => `₹${(paise / 100).toLocaleString("en-IN", { maximumFractionDigits: 2 })}`;

/** How many classes a learner must attend: at least one, even when the institute requires 0 percent. */
export function classesNeeded({ classes, percent }: { classes: number; percent: number }): number {
  return Math.max(1, Math.ceil((classes * percent) / 100));
}

/** `watchable`: classes that were missed and count once their recording is watched. */
type SoFar = { classes: number; over: number; attended: number; percent: number; watchable?: number };

/** `missing` is how many more classes the learner must attend; `isReachable` says whether enough classes and recordings are left. */
export function progressOf({ classes, over, attended, percent, watchable = 0 }: SoFar) {
  const needed = classesNeeded({ classes, percent });
  const missing = Math.max(0, needed - attended);
  return { needed, missing, isReachable: classes === 0 || missing <= classes - over + watchable };
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

/** The reason that the record of a certificate gives once one with a corrected name stands in its place. */
export function replacedReason(newId: string): string {
  return `Replaced by ${newId} with a corrected name.`;
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

/** How a certificate looks; the first one is that of certificates from before there was a choice. */
export const certificateTemplates = ["woven", "classic", "plain"] as const;
export type CertificateTemplate = (typeof certificateTemplates)[number];
