import type { OwnQuestion } from "@shoreline/contract";

export function questionPath({ courseId, questionId }: { courseId: string; questionId: string }): string {
  return `/dashboard/learn/${encodeURIComponent(courseId)}/question/${questionId}`;
}

export function questionsPath(courseId: string): string {
  return `/dashboard/learn/${encodeURIComponent(courseId)}?part=questions`;
}

/** Class 3: Loops, or The course */
export function placeText({ class: about }: Pick<OwnQuestion, "class">): string {
  return about ? `Class ${about.number}: ${about.topic}` : "The course";
}

export function answersText(count: number): string {
  if (count === 0) return "No answer yet";
  return count === 1 ? "1 answer" : `${count} answers`;
}
