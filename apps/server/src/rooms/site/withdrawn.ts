import type { Chatbot, Institute } from "@shoreline/contract";

/** The enquiry popup does not name what is no longer offered. */
export function withoutWithdrawn(institute: Institute, withdrawn: string[]): Institute {
  const isLeft = isNoneOf(withdrawn);
  const left = institute.enquiryCourses.filter(isLeft);
  return { ...institute, enquiryCourses: left.length > 0 ? left : [anyOther] };
}

/** With this choice a visitor writes the name of a course. */
const anyOther = "Others";

/** The chatbot neither offers nor describes it. */
export function withoutSubjects(script: Chatbot, withdrawn: string[]): Chatbot {
  const isLeft = isNoneOf(withdrawn);
  const entries = script.entries.filter(({ question }) => question === script.start || isLeft(question));
  return {
    ...script,
    entries: entries.map((entry) => {
      const answer = entry.answer.filter(({ course }) => isLeft(course));
      return { ...entry, answer: answer.length > 0 ? answer : [{ course: script.end }] };
    }),
  };
}

function isNoneOf(names: string[]): (name: string) => boolean {
  const left = new Set(names.map(spelt));
  return (name) => !left.has(spelt(name));
}

/** Node.js, NodeJS and Node js are the same to a reader; C and C++ are not. */
function spelt(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{M}\p{N}+#]/gu, "");
}
