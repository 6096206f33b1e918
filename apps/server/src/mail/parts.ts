/** What a mail consists of, as plain data. One renderer makes the HTML and another the text, so both say the same. */
export type Part =
  | { greeting: string }
  | { paragraph: string }
  /** Labels and values; empty values are left out. */
  | { facts: Record<string, string> }
  | { list: string[] }
  /** The one thing that the reader should do. A mail has one at most. */
  | { button: string; url: string }
  | { link: string; url: string }
  /** Small print. */
  | { note: string }
  | { program: string; title?: string }
  | { score: Score }
  | { question: Question };

export type Score = { correct: number; wrong: number; skipped: number };
type Outcome = keyof Score;

export type Question = {
  number: number;
  outcome: Outcome;
  text: string;
  code: string;
  /** In the letters of a program when the options are its output. */
  isCode: boolean;
  /** Null when the question was skipped. */
  selected: string | null;
  answer: string;
};

export type Letter = {
  subject: string;
  /** The subject in fewer words, large at the top of the mail. */
  heading?: string;
  /** What an inbox shows beside the subject; without one, the first paragraph. */
  preview?: string;
  parts: Part[];
  /** Why the reader gets this mail. */
  why: string;
  /** Answers go to this person. */
  replyTo?: string;
  /** Only list mail has it. `page` asks the reader to confirm; mail programs post to `url`. */
  unsubscribe?: { text: string; page: string; url: string };
};

export const scoreLine = ({ correct, wrong, skipped }: Score) =>
  `${correct} correct, ${wrong} wrong, ${skipped} skipped.`;

export const questionTitle = ({ number, outcome }: Question) => `Question ${number}: ${outcome}`;

type ShownAnswer = { label: string; text: string; outcome: Outcome; isCode: boolean };

/** The answers of a question, by label. A correct answer is shown once. */
export function answersOf({ selected, answer, outcome, isCode }: Question): ShownAnswer[] {
  const own = { label: "Your answer", text: selected ?? "not answered", outcome, isCode: isCode && selected !== null };
  return outcome === "correct" ? [own] : [own, { label: "Correct answer", text: answer, outcome: "correct", isCode }];
}

export function factsOf(facts: Record<string, string>): [label: string, value: string][] {
  return Object.entries(facts).filter(([, value]) => value !== "");
}

/** +91 98765 43210, however it was stored. */
export function groupNumbers(text: string): string {
  return text.replace(/\+91[ -]?(\d{5})(\d{5})(?!\d)/g, "+91 $1 $2");
}

/** A link that calls this number. */
export function callTo(number: string): string {
  return `tel:${number.replace(/[^\d+]/g, "")}`;
}

/** How a person is addressed. */
export function firstNameOf(name: string): string {
  return name.trim().split(/\s+/)[0] ?? "";
}

// Direction marks in a name could turn the rest of the line around; control characters do nothing good.
const unwanted = /[\u202a-\u202e\u2066-\u2069]|(?![\n\t])\p{Cc}/gu;

/** Removes hidden characters from every text in the value. */
export function withoutHidden<Value>(value: Value): Value {
  if (typeof value === "string") return value.replace(unwanted, "") as Value;
  if (Array.isArray(value)) return value.map(withoutHidden) as Value;
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, withoutHidden(one)])) as Value;
}

/** Inboxes on phones show no more of a subject. */
const longestSubject = 60;

/** The text with as many whole words as fit. */
export function cut(text: string, longest = longestSubject): string {
  const letters = [...text];
  if (letters.length <= longest) return text;
  const start = letters.slice(0, longest - 1).join("");
  const words = letters[longest - 1] === " " ? start : start.replace(/\s+\S*$/, "");
  // A single long word is better than nothing.
  const kept = words.length > longest / 2 ? words : start;
  return `${kept.replace(/[\s\p{P}]+$/u, "")}…`;
}

/** A link that opens a new mail to this address. */
export function mailTo(email: string): string {
  return `mailto:${encodeURIComponent(email).replace("%40", "@")}`;
}
