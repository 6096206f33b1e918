import type { Lead, LeadChange, LeadDetail } from "@shoreline/contract";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { inboxClient } from "../client.ts";
import type { Undo } from "../toast-box.tsx";
import { formerOf, type LeadConflict, type LeadEdit, saveLead } from "./lead-change.ts";
import { LeadConflictDialog } from "./lead-conflict-dialog.tsx";
import { leadsKey } from "./lead-queries.ts";
import { leadKey } from "./lead-query.ts";

/** What was changed, the lead before it and after it. */
type Done = { before: Lead; change: LeadChange; saved: LeadDetail };

/** Former values go back through the same call: who has changed them meanwhile is asked about. */
export function useLeadUndo() {
  const queries = useQueryClient();
  const refresh = (lead: LeadDetail) => {
    queries.setQueryData(leadKey(lead.leadId), lead);
    queries.invalidateQueries({ queryKey: leadsKey });
  };
  const undoChange =
    ({ before, change, saved }: Done): Undo =>
    async () => {
      const outcome = await saveLead({ base: saved, change: formerOf(before, { change, saved }) });
      if ("conflict" in outcome)
        return {
          ask: (close) => (
            <UndoConflict
              conflict={outcome.conflict}
              onSaved={(lead) => {
                refresh(lead);
                close();
              }}
              onClose={close}
            />
          ),
        };
      refresh(outcome.saved);
      return { news: `${saved.name} is as before.` };
    };
  const undoSpam =
    ({ leadId, name, isSpam }: Lead): Undo =>
    async () => {
      refresh(await inboxClient.spam({ leadId, isSpam }));
      return { news: isSpam ? `${name} is spam again.` : `${name} is back in the list.` };
    };
  return { undoChange, undoSpam, refresh };
}

type Props = { conflict: LeadConflict; onSaved(lead: LeadDetail): void; onClose(): void };

function UndoConflict({ conflict: first, onSaved, onClose }: Props) {
  const [conflict, setConflict] = useState(first);
  const save = async (edit: LeadEdit) => {
    const outcome = await saveLead(edit);
    "saved" in outcome ? onSaved(outcome.saved) : setConflict(outcome.conflict);
  };
  return (
    <LeadConflictDialog
      key={conflict.theirs.version}
      conflict={conflict}
      save={save}
      onKeepTheirs={() => onSaved(conflict.theirs)}
      onClose={onClose}
    />
  );
}
