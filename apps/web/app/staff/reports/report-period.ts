import type { Api, Input } from "@shoreline/contract";
import { daysLater, type NamedPeriod, namedPeriods, type Period, usualPeriod } from "@shoreline/domain/report";
import { dayText } from "../date/date-text.ts";

const presetTexts: Record<NamedPeriod, string> = { "4-weeks": "4 weeks", "12-weeks": "12 weeks", year: "This year" };
export const presets = namedPeriods.map((name) => ({ name, text: presetTexts[name] }));

export function addressOf(preset: NamedPeriod): string {
  return preset === usualPeriod ? "?" : `?period=${preset}`;
}

type Asked = {
  /** Null: somebody has chosen the days. */
  preset: NamedPeriod | null;
  input: Input<Api["report"]["leads"]>;
};

/** What the address asks for. The server knows which day it is at the institute, and refuses days that are no period. */
export function readAsked(search: URLSearchParams): Asked {
  const [from, until] = [search.get("from"), search.get("until")];
  if (from || until) return { preset: null, input: { ...(from ? { from } : {}), ...(until ? { until } : {}) } };
  const preset = presets.find(({ name }) => name === search.get("period"))?.name ?? usualPeriod;
  return { preset, input: { period: preset } };
}

/** The days of a week that lie in the period. */
export function daysOfWeek(monday: string, { from, until }: Period): Period {
  const sunday = daysLater(monday, 6);
  return { from: monday < from ? from : monday, until: sunday > until ? until : sunday };
}

/** 16 Nov */
export function shortDayText(date: string): string {
  return dayText(date).slice(0, -5);
}
