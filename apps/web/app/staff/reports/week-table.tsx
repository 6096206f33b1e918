import type { LeadReport } from "@shoreline/contract";
import { leadSourceText } from "../leads/lead-words.ts";
import * as table from "../table.module.css";
import { LeadCount } from "./report-links.tsx";
import { daysOfWeek, shortDayText } from "./report-period.ts";
import * as styles from "./report-tables.module.css";

/** The numbers of the chart. */
export function WeekTable({ report }: { report: LeadReport }) {
  const sources = report.sources.map(({ source }) => source);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached with the keyboard.
    <section className={table.scroll} aria-label="Leads by source for each week" tabIndex={0}>
      <table className={`${table.table} ${table.rows} ${styles.figures}`}>
        <caption className="sr-only">Leads by source for each week, newest first</caption>
        <thead>
          <tr>
            <th aria-sort="descending">Week of</th>
            {sources.map((source) => (
              <th key={source} className={table.end}>
                {leadSourceText[source]}
              </th>
            ))}
            <th className={table.end}>All</th>
          </tr>
        </thead>
        <tbody>
          {report.weeks.toReversed().map(({ beginsOn, bySource, total }) => {
            const days = daysOfWeek(beginsOn, report);
            const week = shortDayText(beginsOn);
            return (
              <tr key={beginsOn}>
                <th scope="row">{week}</th>
                {sources.map((source) => (
                  <td key={source} data-label={leadSourceText[source]} className={table.end}>
                    <LeadCount
                      count={bySource[source] ?? 0}
                      filter={{ ...days, source }}
                      about={`from ${leadSourceText[source]} in the week of ${week}`}
                    />
                  </td>
                ))}
                <td data-label="All" className={table.end}>
                  <LeadCount count={total} filter={days} about={`in the week of ${week}`} />
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}
