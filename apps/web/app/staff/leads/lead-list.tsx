import { useQueryClient } from "@tanstack/react-query";
import { useKeys } from "../keys.ts";
import { LoadProblem } from "../load-problem.tsx";
import { Loading } from "../loading.tsx";
import { may, useMe } from "../queries.ts";
import { useToast } from "../toast.tsx";
import type { Undo } from "../toast-box.tsx";
import { useSearch } from "../use-search.ts";
import { LeadBulk } from "./lead-bulk.tsx";
import type { LeadColumn } from "./lead-columns.ts";
import { readLeadFilter, readLeadPage } from "./lead-filter.ts";
import { LeadPager } from "./lead-pager.tsx";
import { leadsKey, useLeadCount, useLeads } from "./lead-queries.ts";
import { useLeadSelection } from "./lead-selection.ts";
import { LeadTable } from "./lead-table.tsx";
import { leadsText } from "./lead-words.ts";
import * as styles from "./leads.module.css";
import { NoLeads } from "./no-leads.tsx";

export function LeadList({ columns }: { columns: LeadColumn[] }) {
  const search = useSearch();
  const queries = useQueryClient();
  const toast = useToast();
  const mayChange = may(useMe(), "change leads");
  const filter = readLeadFilter(search);
  const after = search.get("after");
  const { data, error, refetch } = useLeads(readLeadPage(search));
  const counted = useLeadCount(filter).data;
  const leads = data?.leads ?? [];
  const selection = useLeadSelection({
    view: JSON.stringify(filter),
    pageIds: leads.map(({ leadId }) => leadId),
  });
  useKeys({ x: (event) => chooseFocused(event.shiftKey ? selection.chooseRange : selection.toggle) });
  const hasOtherPages = Boolean(after || data?.next);
  const all = counted ? leadsText(counted) : "all leads";
  const refresh = () => queries.invalidateQueries({ queryKey: leadsKey });
  const finish = (text: string, undo: Undo | null) => {
    selection.clear();
    refresh();
    toast({ text, ...(undo && { undo: () => undo().finally(refresh) }) });
  };
  return (
    <>
      {error ? <LoadProblem what="The list of leads" error={error} onRetry={refetch} /> : null}
      {data || error ? null : <Loading />}
      {data && leads.length === 0 ? <NoLeads /> : null}
      {selection.isPageChosen && hasOtherPages && !selection.isAll ? (
        <p className={styles.offer}>
          All {leads.length} on this page are chosen.{" "}
          <button type="button" onClick={selection.chooseAll}>
            Choose all that fit the filter: {all}
          </button>
        </p>
      ) : null}
      {leads.length > 0 ? (
        <div className={styles.table}>
          <LeadTable leads={leads} columns={columns} selection={selection} />
        </div>
      ) : null}
      {data ? <LeadPager next={data.next} /> : null}
      {selection.hasSome && mayChange ? (
        <LeadBulk
          target={selection.isAll ? { filter } : { leadIds: [...selection.ids] }}
          text={selection.isAll ? all : leadsText({ count: selection.ids.size, isMore: false })}
          isSpam={search.get("spam") === "1"}
          hasKeys={!search.get("lead")}
          leads={leads.filter(({ leadId }) => selection.isChosen(leadId))}
          onDone={finish}
          onNone={selection.clear}
        />
      ) : null}
    </>
  );
}

/** The lead whose row has the focus. */
function chooseFocused(choose: (leadId: string) => void): void {
  const leadId = document.activeElement?.getAttribute("data-row");
  if (leadId) choose(leadId);
}
