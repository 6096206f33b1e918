import { inboxClient } from "../client.ts";
import { ConfirmDialog } from "../confirm-dialog.tsx";
import type { LeadDialogProps } from "./lead-dialog-props.ts";
import { useLeadUndo } from "./lead-undo.tsx";

export function LeadSpamDialog({ lead, onDone, onClose }: LeadDialogProps) {
  const { undoSpam } = useLeadUndo();
  const { leadId, name } = lead;
  const isSpam = !lead.isSpam;
  const mark = async () => {
    const changed = await inboxClient.spam({ leadId, isSpam });
    onDone(changed, isSpam ? `${name} is marked as spam.` : `${name} is back in the list.`, undoSpam(lead));
  };
  return (
    <ConfirmDialog
      title={isSpam ? "Mark as spam" : "Not spam"}
      text={
        isSpam
          ? `${name} leaves the list. What comes later from this number or address stays out of the list too. You find it all under Spam, and can put it back.`
          : `${name} comes back to the list, and so does what comes later from this number or address.`
      }
      button={isSpam ? "Mark as spam" : "Put back in the list"}
      isHard={false}
      run={mark}
      onClose={onClose}
    />
  );
}
