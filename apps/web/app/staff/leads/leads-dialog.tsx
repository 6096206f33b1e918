import type { LeadDetail } from "@shoreline/contract";
import { may, useMe } from "../queries.ts";
import { useSearch } from "../use-search.ts";
import { LeadExportDialog } from "./lead-export-dialog.tsx";
import { LeadImportDialog } from "./lead-import-dialog.tsx";
import { NewLeadDialog } from "./new-lead-dialog.tsx";

type Props = { onAdded(lead: LeadDetail): void; onNews(text: string): void; onClose(): void };

/** What the address opens over the list, so that it can be opened from everywhere. */
export function LeadsDialog({ onAdded, onNews, onClose }: Props) {
  const me = useMe();
  const search = useSearch();
  if (search.get("new") && may(me, "change leads")) return <NewLeadDialog onDone={onAdded} onClose={onClose} />;
  if (search.get("import") && may(me, "import leads")) return <LeadImportDialog onClose={onClose} />;
  if (search.get("export") && may(me, "export leads"))
    return (
      <LeadExportDialog
        onDone={(text) => {
          onClose();
          onNews(text);
        }}
        onClose={onClose}
      />
    );
  return null;
}
