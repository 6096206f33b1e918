import type { BookMonth } from "@shoreline/contract";
import { dayText } from "../date/date-text.ts";
import { PageSection } from "../page-head.tsx";
import { numbers } from "../reports/reports.module.css";
import { DayChart } from "./day-chart.tsx";
import { MoneyTable } from "./money-table.tsx";

/** The chart and its numbers. */
export function BookDays({ report: { month, days, invoices, creditNotes, net } }: { report: BookMonth }) {
  return (
    <PageSection id="days" title="Invoices and credit notes, per day">
      <DayChart month={month} days={days} />
      <details className={numbers}>
        <summary>Show daily figures</summary>
        <MoneyTable
          title="Invoices and credit notes for each day"
          name={{ head: "Day", text: ({ day }) => dayText(day) }}
          columns={[
            { head: "Invoices", of: (day) => day.invoicesInPaise, net: invoices.totalInPaise },
            { head: "Credit notes", of: (day) => 0 - day.creditNotesInPaise, net: 0 - creditNotes.totalInPaise },
            { head: "Net", of: (day) => day.invoicesInPaise - day.creditNotesInPaise, net: net.totalInPaise },
          ]}
          rows={days}
        />
      </details>
    </PageSection>
  );
}
