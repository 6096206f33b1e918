/** Lists that an institute may change, and the values that it has otherwise. */

/** One of a list that an institute may change: `key` is in addresses and in the database, people see `name`. */
export type Choice = { key: string; name: string };

export const usualFields: Choice[] = [
  { key: "web", name: "Web" },
  { key: "programming", name: "Programming" },
  { key: "data", name: "Data" },
  { key: "mobile", name: "Mobile" },
  { key: "design", name: "Design" },
  { key: "testing", name: "Testing" },
];
export const usualLevels: Choice[] = [
  { key: "beginner", name: "Beginner" },
  { key: "intermediate", name: "Intermediate" },
];

/** The name of a key; one that was taken off the list is its own name. */
export function nameOf(choices: Choice[], key: string): string {
  return choices.find((one) => one.key === key)?.name ?? key;
}

/** The hours that an institute offers unless it says otherwise. */
export const batchTimes = ["9-10", "10-11", "11-12", "1-2", "2-3", "3-4"];
/** Hours like 9-10, 1-2 or 18-19; 07-08 is in the morning. */
export type BatchTime = string;
const batchTimePattern = /^(0\d|1?\d|2[0-3])-(0\d|1?\d|2[0-3])$/;
const firstHour = 5;
/** Two classes in a row end before midnight. */
const lastHour = 21;

/** 9-10 is in the morning and 1-2 in the afternoon. An hour of the early morning has a zero in front: 07-08. */
export function batchHours(time: BatchTime): { from: number; to: number } {
  const [from = 0, to = 0] = time.split("-").map((text) => {
    const hour = Number(text);
    return hour < 9 && !text.startsWith("0") ? hour + 12 : hour;
  });
  return { from, to };
}

/** "9:00 to 10:00 AM", "11:00 AM to 12:00 noon" */
export function hoursName({ from, to }: { from: number; to: number }): string {
  const half = (hour: number) => (hour < 12 ? " AM" : hour === 12 ? " noon" : " PM");
  const clock = (hour: number) => `${hour > 12 ? hour - 12 : hour}:00`;
  const start = half(from) === half(to) ? clock(from) : clock(from) + half(from);
  return `${start} to ${clock(to)}${half(to)}`;
}

/** Whether the text is one hour of the day, from five in the morning to ten at night. */
export function isBatchTime(text: string): boolean {
  const { from, to } = batchHours(text);
  return batchTimePattern.test(text) && to === from + 1 && from >= firstHour && from <= lastHour;
}

/** What visitors can choose in the enquiry popup, unless the institute says otherwise. */
export const enquiryCourses = [
  "Python",
  "Java",
  "JavaScript",
  "Dart",
  "React",
  "Flutter",
  "Full-Stack",
  "SQL",
  "Front-End",
  "Others",
];

export type ChatLink = { text: string; to: string };
type ChatbotEntry = { question: string; headingAnswer: string; answer: { course: string }[]; links?: ChatLink[] };
export type ChatbotScript = { greeting: string; start: string; end: string; thanks: string; entries: ChatbotEntry[] };

/** One message of a conversation. Only the bot's last message shows its options. */
export type ChatMessage = { by: "bot" | "visitor"; text: string; options: string[]; links?: ChatLink[] };

export function greet({ greeting, start, end }: ChatbotScript): ChatMessage {
  return { by: "bot", text: greeting, options: [start, end] };
}

/** The messages that a choice adds to the conversation: the choice itself and the bot's reply. */
export function reply(script: ChatbotScript, choice: string): ChatMessage[] {
  const said: ChatMessage = { by: "visitor", text: choice, options: [] };
  const isSame = (words: string) => words.toLowerCase() === choice.toLowerCase();
  if (isSame(script.end)) return [said, { by: "bot", text: script.thanks, options: [] }];
  const entry = script.entries.find(({ question }) => isSame(question));
  if (!entry) return [said, greet(script)];
  const { headingAnswer: text, answer, links } = entry;
  return [said, { by: "bot", text, options: answer.map(({ course }) => course), ...(links?.length && { links }) }];
}
