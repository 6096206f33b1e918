import { type BatchTime, batchHours, hoursName } from "./site.ts";

export type CourseName = { courseId: string; courseName: string };
export type SyllabusSection = { title: string; topics: string[] };

/** A class that anybody may watch, as a recording, or join, as a webinar. */
export type SampleClass = { title: string; recording: string } | { title: string; webinar: string };
/** When a course at the institute starts: "2026-12-01" at "9-10". */
export type OfflineStart = { from: string; time: BatchTime; type: BatchType; trainer?: string | undefined };

/** The first slash of the id and of the name becomes a space, so that C/C++ stays one path segment. */
export function coursePath({ courseId, courseName }: CourseName, { suffix }: { suffix: string }): string {
  return `/onlinecourses/viewdetails/${courseSegment(courseId)}/${courseSegment(`${courseName}-${suffix}`)}`;
}

export function offlinePath(courseId: string): string {
  return `/offlinecourses/${encodeURIComponent(courseId)}`;
}

/** The starts that are still to come on a day like "2026-12-01", that day included. The next one is first. */
export function comingStarts(starts: OfflineStart[], today: string): OfflineStart[] {
  const order = ({ from, time }: OfflineStart) => `${from} ${String(batchHours(time).from).padStart(2, "0")}`;
  return starts.filter(({ from }) => from >= today).sort((one, other) => order(one).localeCompare(order(other)));
}

/** Below the API. */
export function syllabusPath(courseId: string): string {
  return `/course/${courseSegment(courseId)}/syllabus`;
}

/** An id or a name as one segment of a path. */
export function courseSegment(text: string): string {
  return encodeURIComponent(text.replace("/", " "));
}

/** A lower price of a course until a moment. */
export type EarlyBird = { priceInPaise: number; endsAt: Date };
type Early = { listPriceInPaise: number; earlyBird: EarlyBird | null; now: Date };

/** The early-bird price, if it holds now and is lower than the list price. */
export function earlyPriceOf({ listPriceInPaise, earlyBird, now }: Early): number | null {
  const holds = earlyBird !== null && now < earlyBird.endsAt && earlyBird.priceInPaise < listPriceInPaise;
  return holds ? earlyBird.priceInPaise : null;
}

export function rupeesToPaise(rupees: number): number {
  return Math.round(rupees * 100);
}

export function paiseToRupees(paise: number): number {
  return paise / 100;
}

export const courseSorts = ["popular", "name", "price", "duration"] as const;
export type CourseSort = (typeof courseSorts)[number];

/** Courses on one page of the list. */
export const coursesPerPage = 24;

/** Where counting ends, so that a large catalogue costs no more than a small one. */
export const mostCoursesCounted = 1000;

export const batchTypes = ["week-days", "week-end"] as const;
export type BatchType = (typeof batchTypes)[number];

/** Two at weekends: with one a day, a weekend batch would take two and a half times as long as one on weekdays. */
export const classesADay: Record<BatchType, number> = { "week-days": 1, "week-end": 2 };

type BatchChoice = { batchTime: BatchTime; batchType: BatchType };

/** For use in a sentence: "9:00 to 10:00 AM, weekdays", "11:00 AM to 1:00 PM, weekends". */
export function batchName(choice: BatchChoice): string {
  return `${batchHoursName(choice)}, ${choice.batchType === "week-days" ? "weekdays" : "weekends"}`;
}

/** The hours of all classes of a day: "9:00 to 10:00 AM". */
export function batchHoursName({ batchTime, batchType }: BatchChoice): string {
  const { from } = batchHours(batchTime);
  return hoursName({ from, to: from + classesADay[batchType] });
}

const mostWords = 8;
const longestWord = 40;

/** The words to search for: letters and digits only, so that they cannot contain search operators. */
export function searchWords(text: string): string[] {
  return [...new Set(wordsOf(text))].slice(0, mostWords).map((word) => word.slice(0, longestWord));
}

/** The words of a text, of letters and digits only. */
export function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
}

/** The words as typed, and with neighbours or all of them joined: a search for "full stack" also finds "fullstack". */
export function searchVariants(words: string[]): string[][] {
  const glued = words
    .slice(1)
    .map((_, at) => [...words.slice(0, at), words.slice(at, at + 2).join(""), ...words.slice(at + 2)]);
  return [words, ...glued, ...(words.length > 2 ? [[words.join("")]] : [])];
}

/** A single letter must match a whole word (C, R); a longer search word matches the start of a word. */
export function matchesSearch(text: string, words: string[]): boolean {
  // Most lines hold none of them, and to take a line apart takes ten times as long as to find that out.
  const lower = text.toLowerCase();
  if (!words.some((word) => lower.includes(word))) return false;
  const inText = wordsOf(text);
  return words.some((word) => inText.some((one) => (word.length === 1 ? one === word : one.startsWith(word))));
}

/** The lines of a syllabus that match a search, to show why the course was found. Whole-word matches come first. */
export function matchingTopics(syllabus: SyllabusSection[], words: string[], { most }: { most: number }): string[] {
  const lines = syllabus
    .flatMap(({ title, topics }) => [title, ...topics])
    .filter((line) => matchesSearch(line, words));
  const isWhole = (line: string) => wordsOf(line).some((word) => words.includes(word));
  return [...lines.filter(isWhole), ...lines.filter((line) => !isWhole(line))].slice(0, most);
}

/** Splits a line into pieces, as few as possible, so that the matches can be highlighted. */
export function splitAtMatches(line: string, words: string[]): { text: string; isMatch: boolean }[] {
  const pieces: { text: string; isMatch: boolean }[] = [];
  for (const text of line.split(/([\p{L}\p{M}\p{N}]+)/u).filter(Boolean)) {
    const isMatch = matchesSearch(text, words);
    const last = pieces.at(-1);
    if (last && !last.isMatch && !isMatch) last.text += text;
    else pieces.push({ text, isMatch });
  }
  return pieces;
}
