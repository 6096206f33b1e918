/** How long what was written can be corrected. */
const editMinutes = 15;
export const questionsAnHour = 10;
export const answersAnHour = 60;
export const longestTitle = 150;
export const longestText = 6000;
/** A thread that is longer is a conversation for the class. */
export const mostAnswers = 200;

export const questionFilters = ["all", "open", "mine"] as const;
export const staffQuestionFilters = ["open", "answered", "reported", "hidden", "all"] as const;

export function mayEdit({ writtenAt, now }: { writtenAt: Date; now: Date }): boolean {
  return now.getTime() - writtenAt.getTime() < editMinutes * 60_000;
}

/** What batch mates read: the first name and the first letter of the last. */
export function shortName({ firstName, lastName }: { firstName: string; lastName: string }): string {
  const [letter = ""] = lastName.trim();
  return letter ? `${firstName.trim()} ${letter}.` : firstName.trim();
}

/** The first line of a question that came without a title. */
export function titleOf(text: string): string {
  const line = text.trim().split("\n", 1)[0]?.trim() ?? "";
  if (line.length <= 80) return line;
  const cut = line.slice(0, 80);
  return `${cut.slice(0, cut.includes(" ") ? cut.lastIndexOf(" ") : 80).trimEnd()} …`;
}
