import type { Lead } from "@shoreline/contract";
import type { LeadSort } from "@shoreline/domain/inbox";
import type { ChangeEvent } from "react";
import { Link } from "react-router";
import * as table from "../table.module.css";
import { useSearch } from "../use-search.ts";
import { LeadCell } from "./lead-cell.tsx";
import { type LeadColumn, leadColumnSorts, leadColumnTexts } from "./lead-columns.ts";
import { orderOf, sortedBy, withLead } from "./lead-filter.ts";
import type { LeadSelection } from "./lead-selection.ts";
import * as styles from "./lead-table.module.css";
import { PageCheckbox } from "./page-checkbox.tsx";

type Props = { leads: Lead[]; columns: LeadColumn[]; selection: LeadSelection };

export function LeadTable({ leads, columns, selection }: Props) {
  return (
    <table className={`${table.table} ${table.rows} ${styles.leads}`}>
      <caption className="sr-only">Leads</caption>
      <thead>
        <tr>
          <th className={table.check}>
            <PageCheckbox selection={selection} />
          </th>
          <SortHead sort="name">Name</SortHead>
          {columns.map((column) => {
            const sort = leadColumnSorts[column];
            const text = leadColumnTexts[column];
            return sort ? (
              <SortHead key={column} sort={sort} column={column}>
                {text}
              </SortHead>
            ) : (
              <th key={column} data-column={column}>
                {text}
              </th>
            );
          })}
        </tr>
      </thead>
      <tbody>
        {leads.map((lead) => (
          <LeadRow key={lead.leadId} lead={lead} columns={columns} selection={selection} />
        ))}
      </tbody>
    </table>
  );
}

function SortHead({ sort, column, children }: { sort: LeadSort; column?: LeadColumn; children: string }) {
  const search = useSearch();
  const now = orderOf(search);
  const direction = now.direction === "up" ? "ascending" : "descending";
  return (
    <th aria-sort={now.sort === sort ? direction : undefined} data-column={column ?? "name"}>
      <Link to={sortedBy(search, sort)} className={styles.sort}>
        {children}
      </Link>
    </th>
  );
}

function LeadRow({ lead, columns, selection }: Omit<Props, "leads"> & { lead: Lead }) {
  const search = useSearch();
  const { leadId, name, nextCallAt } = lead;
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const isRange = (event.nativeEvent as MouseEvent).shiftKey;
    isRange ? selection.chooseRange(leadId) : selection.toggle(leadId);
  };
  return (
    <tr
      className={table.row}
      aria-current={search.get("lead") === leadId || undefined}
      data-chosen={selection.isChosen(leadId)}
      data-planned={nextCallAt !== null && columns.includes("call")}
    >
      <td className={table.check}>
        <input type="checkbox" aria-label={`Choose ${name}`} checked={selection.isChosen(leadId)} onChange={choose} />
      </td>
      <td className={styles.who}>
        <Link to={withLead(search, leadId)} className={table.name} data-row={leadId} preventScrollReset>
          {name}
        </Link>
      </td>
      {columns.map((column) => (
        <td key={column} data-column={column}>
          <LeadCell lead={lead} column={column} />
        </td>
      ))}
    </tr>
  );
}
