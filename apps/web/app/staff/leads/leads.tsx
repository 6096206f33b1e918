import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate } from "react-router";
import { Message, type NoticeContent } from "../../ui/message.tsx";
import { without } from "../audit/audit-filter.ts";
import { useKeys, useRowKeys } from "../keys.ts";
import { may, useMe } from "../queries.ts";
import { Split } from "../split.tsx";
import { useSearch } from "../use-search.ts";
import { useLeadColumns } from "./lead-columns.ts";
import { type LeadsDialogName, withDialog, withLead } from "./lead-filter.ts";
import { LeadFilters } from "./lead-filters.tsx";
import { LeadHead } from "./lead-head.tsx";
import { LeadList } from "./lead-list.tsx";
import { LeadPanel } from "./lead-panel.tsx";
import { LeadPipeline } from "./lead-pipeline.tsx";
import { leadsKey } from "./lead-queries.ts";
import { LeadViews } from "./lead-views.tsx";
import { LeadsDialog } from "./leads-dialog.tsx";

/** Filters, order, page and open lead are in the address: a link to a colleague shows the same. */
export default function Leads() {
  const search = useSearch();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const mayChange = may(useMe(), "change leads");
  const columns = useLeadColumns();
  const [notice, setNotice] = useState<NoticeContent | null>(null);
  const setNews = (text: string) => setNotice({ kind: "done", text });
  const go = (next: URLSearchParams) => navigate({ search: `${next}` }, { preventScrollReset: true });
  const openDialog = (name: LeadsDialogName) => go(withDialog(search, name));
  const open = search.get("lead");
  useRowKeys({ hasLetters: !open });
  useKeys(mayChange ? { c: () => openDialog("new") } : {});
  const isPipeline = search.get("show") === "pipeline";
  return (
    <>
      <Split panel={open ? <LeadPanel leadId={open} onClose={() => go(without(search, "lead"))} /> : null}>
        <LeadHead columns={isPipeline ? null : columns} onOpen={openDialog} />
        <Message notice={notice} onDismiss={() => setNotice(null)} />
        <LeadViews onNews={setNews} />
        <LeadFilters />
        {isPipeline ? <LeadPipeline onNotice={setNotice} /> : <LeadList columns={columns.shown} />}
      </Split>
      <LeadsDialog
        onAdded={({ leadId }) => {
          queries.invalidateQueries({ queryKey: leadsKey });
          navigate(withLead(search, leadId), { replace: true, preventScrollReset: true });
        }}
        onNews={setNews}
        onClose={() => go(withDialog(search))}
      />
    </>
  );
}
