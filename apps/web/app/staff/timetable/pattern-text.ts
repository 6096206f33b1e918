import { clockName, minutesOf, type WeeklySlot } from "@shoreline/domain/weekly";

export const weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];

/** Mon, Wed and Fri at 9:00 AM, or day by day where the times differ. */
export function patternText(pattern: WeeklySlot[]): string {
  const groups = Map.groupBy(pattern, ({ from, classes }) => `${from} ${classes}`);
  return [...groups.values()]
    .map((slots) => {
      const [first] = slots;
      const days = joined(slots.map(({ weekday }) => weekdays[weekday] ?? ""));
      const each = first && first.classes > 1 ? `, ${first.classes} classes a day` : "";
      return `${days} at ${clockName(minutesOf(first?.from ?? "") ?? 0)}${each}`;
    })
    .join("; ");
}

function joined(words: string[]): string {
  return words.length > 1 ? `${words.slice(0, -1).join(", ")} and ${words.at(-1)}` : (words[0] ?? "");
}
