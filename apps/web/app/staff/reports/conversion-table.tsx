import type { LeadReport } from "@shoreline/contract";
import type { ReactNode } from "react";
import * as table from "../table.module.css";
import { LeadCount, type LeadsFilter } from "./report-links.tsx";
import * as styles from "./report-tables.module.css";
import { contactedText, durationText, rateText } from "./report-words.ts";

export type ConversionRow = LeadReport["total"] & {
  key: string;
  name: ReactNode;
  /** As a link says it: from Popup. */
  about: string;
  /** The list of these leads. */
  filter: LeadsFilter;
};

type Props = { title: string; of: string; rows: ConversionRow[] };

/** How many became learners, and how soon they were called. */
export function ConversionTable({ title, of, rows }: Props) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached with the keyboard.
    <section className={table.scroll} aria-label={`Table: ${title}`} tabIndex={0}>
      <table className={`${table.table} ${table.rows} ${styles.figures} ${styles.conversion}`}>
        <caption className="sr-only">{title}, most leads first</caption>
        <thead>
          <tr>
            <th>{of}</th>
            <th className={table.end} aria-sort="descending">
              Leads
            </th>
            <th className={table.end}>{contactedText}</th>
            <th className={table.end}>Enrolled</th>
            <th className={table.end}>Lost</th>
            <th className={table.end}>Time to first call</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, name, about, filter, ...counts }) => (
            <tr key={key}>
              <th scope="row">{name}</th>
              <td data-label="Leads" className={table.end}>
                <LeadCount count={counts.leads} filter={filter} about={about} />
              </td>
              <td data-label={contactedText} className={table.end}>
                <LeadCount count={counts.contacted} about={`${about}, ${contactedText.toLowerCase()}`} />{" "}
                <Rate part={counts.contacted} whole={counts.leads} />
              </td>
              <td data-label="Enrolled" className={table.end}>
                <LeadCount
                  count={counts.enrolled}
                  filter={{ ...filter, status: "enrolled" }}
                  about={`${about}, enrolled`}
                />{" "}
                <Rate part={counts.enrolled} whole={counts.leads} />
              </td>
              <td data-label="Lost" className={table.end}>
                <LeadCount count={counts.lost} filter={{ ...filter, status: "lost" }} about={`${about}, lost`} />
              </td>
              <td data-label="Time to first call" className={`${table.end} ${styles.time}`}>
                {durationText(counts.medianMinutesToFirstCall)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Rate({ part, whole }: { part: number; whole: number }) {
  return <span className={styles.rate}>{rateText(part, whole)}</span>;
}
