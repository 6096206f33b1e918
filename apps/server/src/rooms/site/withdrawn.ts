import type { Chatbot, Institute } from "@shoreline/contract";

/** The enquiry popup does not name what is no longer offered. */
export function withoutWithdrawnCourses(institute: Institute, withdrawn: string[]): Institute {
  const isOffered = isNoneOf(withdrawn);
  const offered = institute.enquiryCourses.filter(isOffered);
  return { ...institute, enquiryCourses: offered.length > 0 ? offered : [anyOther] };
}

/** With this choice a visitor writes the name of a course. */
const anyOther = "Others";

/** The chatbot neither offers nor describes it. */
export function withoutWithdrawnEntries(script: Chatbot, withdrawn: string[]): Chatbot {
  const isOffered = isNoneOf(withdrawn);
  const entries = script.entries.filter(({ question }) => question === script.start || isOffered(question));
  return {
    ...script,
    entries: entries.map((entry) => {
      const answer = entry.answer.filter(({ course }) => isOffered(course));
      return { ...entry, answer: answer.length > 0 ? answer : [{ course: script.end }] };
    }),
  };
}

function isNoneOf(names: string[]): (name: string) => boolean {
  const withdrawn = new Set(names.map(normalise));
  return (name) => !withdrawn.has(normalise(name));
}

/** Node.js, NodeJS and Node js are the same to a reader; C and C++ are not. */
function normalise(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{M}\p{N}+#]/gu, "");
}
