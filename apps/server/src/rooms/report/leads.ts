import { type LeadReport, Refusal } from "@shoreline/contract";
import {
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
import { type Counted, countCame } from "./queries.ts";

type Asked = { period?: NamedPeriod | undefined; from?: string | undefined; until?: string | undefined };

/** Days and weeks are those of the institute. */
export async function reportLeads(ctx: StaffCtx, asked: Asked): Promise<LeadReport> {
  const { timeZone } = await readInstitute(ctx.db);
  const period = readPeriod(asked, todayIn(timeZone, ctx.clock.now()));
  // As the list does, which the figures lead to.
  await collect(ctx);
  const mondays = mondaysIn(period);
  const rows = await countCame(ctx.db, {
    begins: beginOf(period.from, { timeZone }),
    ends: beginOf(period.until, { timeZone, later: 1 }),
    weeks: mondays.map((monday) => beginOf(monday, { timeZone })),
  });
  const of = (kind: Counted["kind"]) => rows.filter((row) => row.kind === kind);
  const weekly = Map.groupBy(of("week"), ({ week }) => week);
  return {
    ...period,
    weeks: mondays.map((beginsOn, at) => weekOf(beginsOn, weekly.get(at + 1) ?? [])),
    sources: of("source").flatMap((row) => (row.source ? { source: row.source, ...conversionOf(row) } : [])),
    campaigns: of("campaign").map((row) => ({
      ...{ campaign: row.campaign ?? "", from: row.campaignFrom ?? "" },
      ...conversionOf(row),
    })),
    counsellors: of("counsellor").map((row) => ({
      ...{ staffId: row.ownerId, name: row.ownerName ?? "Nobody" },
      ...conversionOf(row),
    })),
    landingPages: of("page").map((row) => ({ page: row.page ?? "", ...conversionOf(row) })),
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

function weekOf(beginsOn: string, rows: Counted[]): LeadReport["weeks"][number] {
  const bySource = Object.fromEntries(rows.map(({ source, leads }) => [source, leads]));
  return { beginsOn, bySource, total: rows.reduce((sum, { leads }) => sum + leads, 0) };
}

function conversionOf({ leads, contacted, enrolled, lost, medianMinutes }: Counted): LeadReport["total"] {
  const medianMinutesToFirstCall = medianMinutes === null ? null : Math.round(medianMinutes);
  return { leads, contacted, enrolled, lost, medianMinutesToFirstCall };
}
