import type { LeadSort } from "@shoreline/domain/inbox";
import { useState } from "react";
import { read, write } from "../../lib/storage.ts";

export const leadColumns = ["interest", "source", "status", "owner", "call", "last", "came"] as const;
export type LeadColumn = (typeof leadColumns)[number];

export const leadColumnTexts: Record<LeadColumn, string> = {
  interest: "Asked about",
  source: "Source",
  status: "Status",
  owner: "Owner",
  call: "Next call",
  last: "Last active",
  came: "Received",
};

/** The columns that the list can be sorted by. */
export const leadColumnSorts: Partial<Record<LeadColumn, LeadSort>> = { call: "next call", last: "last", came: "came" };

const key = "staff-lead-columns";
const usual = leadColumns.filter((column) => column !== "last");

/** Which columns this browser shows. */
export function useLeadColumns() {
  const [shown, setShown] = useState<LeadColumn[]>(readColumns);
  const toggle = (column: LeadColumn) => {
    const next = leadColumns.filter((one) => shown.includes(one) !== (one === column));
    setShown(next);
    write("localStorage", key, next.join(","));
  };
  return { shown, toggle };
}

function readColumns(): LeadColumn[] {
  const kept = read("localStorage", key)?.split(",");
  return kept ? leadColumns.filter((column) => kept.includes(column)) : usual;
}
