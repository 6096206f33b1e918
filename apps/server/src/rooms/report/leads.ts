import { type LeadReport, Refusal } from "@shoreline/contract";
import type { LeadSource } from "@shoreline/domain/inbox";
import {
  daysLater,
  mondaysIn,
  type NamedPeriod,
  type Period,
  periodUntil,
  usualPeriod,
  whyNoPeriod,
} from "@shoreline/domain/report";
import { beginOf, wallTime } from "@shoreline/domain/zone";
import type { StaffCtx } from "../../context.ts";
import { collect } from "../inbox/collect.ts";
import { readInstitute } from "../site/queries.ts";
import { type Counted, countCame, type Week } from "./queries.ts";

type Asked = { period?: NamedPeriod | undefined; from?: string | undefined; until?: string | undefined };

/** Days and weeks are those of the institute. */
export async function reportLeads(ctx: StaffCtx, asked: Asked): Promise<LeadReport> {
  const { timeZone } = await readInstitute(ctx.db);
  const today = todayIn(timeZone, ctx.clock.now());
  const period = readPeriod(asked, today);
  // As the list does, which the figures lead to.
  await collect(ctx);
  const weeks = weeksOf(period, { timeZone, today });
  const rows = await countCame(ctx.db, { weeks, timeZone });
  const of = (kind: Counted["kind"]) => rows.filter((row) => row.kind === kind);
  const weekly = Map.groupBy(of("week"), ({ week }) => week);
  return {
    ...period,
    weeks: weeks.map(({ monday }) => weekOf(monday, weekly.get(monday) ?? [])),
    sources: of("source").map((row) => ({ source: row.value as LeadSource, ...conversionOf(row) })),
    campaigns: of("campaign").map((row) => ({
      ...{ campaign: row.value, from: row.campaignFrom },
      ...conversionOf(row),
    })),
    counsellors: of("counsellor").map((row) => ({
      ...{ staffId: row.value || null, name: row.ownerName ?? "Nobody" },
      ...conversionOf(row),
    })),
    landingPages: of("page").map((row) => ({ page: row.value, ...conversionOf(row) })),
    total: conversionOf(of("total")[0] as Counted),
  };
}

function readPeriod({ period = usualPeriod, from, until: last }: Asked, today: string): Period {
  const until = last ?? today;
  const asked = from ? { from, until } : periodUntil(until, period);
  const fields = whyNoPeriod(asked);
  if (fields) throw new Refusal("INVALID_INPUT", { fields: { ...fields } });
  return asked;
}

function todayIn(timeZone: string, now: Date): string {
  const { year, month, day } = wallTime(now, timeZone);
  return new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10);
}

/** Nothing has come after today, so a period until today has its last week as a whole. */
function weeksOf({ from, until }: Period, { timeZone, today }: { timeZone: string; today: string }): Week[] {
  const mondays = mondaysIn({ from, until });
  const end = until < today ? until : daysLater(mondays.at(-1) ?? until, 6);
  return mondays.map((monday) => {
    const sunday = daysLater(monday, 6);
    const [first, last] = [monday < from ? from : monday, sunday > end ? end : sunday];
    return {
      ...{ monday, isWhole: first === monday && last === sunday },
      ...{ begins: beginOf(first, { timeZone }), ends: beginOf(last, { timeZone, later: 1 }) },
    };
  });
}

function weekOf(beginsOn: string, rows: Counted[]): LeadReport["weeks"][number] {
  const bySource = Object.fromEntries(rows.map(({ value, leads }) => [value, leads]));
  return { beginsOn, bySource, total: rows.reduce((sum, { leads }) => sum + leads, 0) };
}

function conversionOf({ leads, contacted, enrolled, lost, medianMinutes }: Counted): LeadReport["total"] {
  const medianMinutesToFirstCall = medianMinutes === null ? null : Math.round(medianMinutes);
  return { leads, contacted, enrolled, lost, medianMinutesToFirstCall };
}
