import type { Api, Input, Lead, LeadBulkChange } from "@shoreline/contract";
import { maxTags } from "@shoreline/domain/inbox";
import { inboxClient } from "../client.ts";
import { ConfirmDialog } from "../confirm-dialog.tsx";
import type { Undo } from "../toast-box.tsx";
import { BulkCallForm, BulkOwnerForm, BulkStatusForm, BulkTagForm } from "./lead-bulk-forms.tsx";
import { undoMany } from "./lead-bulk-undo.ts";
import { leadsText } from "./lead-words.ts";

/** Named leads, or all that fit a filter. */
export type BulkTarget = Pick<Input<Api["inbox"]["bulk"]>, "leadIds" | "filter">;
export type BulkAction = "owner" | "status" | "call" | "tag" | "spam";

type Props = {
  action: BulkAction;
  target: BulkTarget;
  text: string;
  isSpam: boolean;
  /** Those of the chosen leads that are on the page. */
  leads: Lead[];
  onDone(news: string, undo: Undo | null): void;
  onClose(): void;
};

const forms = { owner: BulkOwnerForm, status: BulkStatusForm, call: BulkCallForm, tag: BulkTagForm };

export function LeadBulkDialog({ action, target, text, isSpam, leads, onDone, onClose }: Props) {
  const save = async (change: LeadBulkChange) => {
    const { changed, withoutRoom } = await inboxClient.bulk({ ...target, change });
    // Leads on other pages are not known here: what they were cannot be put back.
    const undo = target.leadIds?.length === leads.length ? undoMany(leads, change) : null;
    onDone(
      `${leadsText({ count: changed, isMore: false })} ${changed === 1 ? "was" : "were"} changed.${noRoomText(withoutRoom)}`,
      undo && (async () => ({ news: await undo() })),
    );
  };
  if (action === "spam")
    return (
      <ConfirmDialog
        title={isSpam ? "Not spam" : "Mark as spam"}
        text={
          isSpam
            ? `${text} will be in the list again, and so will what comes from their numbers and addresses later.`
            : `${text} will leave the list. What comes from their numbers and addresses later stays out of the list too.`
        }
        button={isSpam ? `Take ${text} back` : `Mark ${text} as spam`}
        isHard={!isSpam}
        run={() => save({ isSpam: !isSpam })}
        onClose={onClose}
      />
    );
  const Form = forms[action];
  return <Form text={text} save={save} onClose={onClose} />;
}

function noRoomText(count: number): string {
  if (count === 0) return "";
  return count === 1
    ? ` 1 lead already has ${maxTags} tags and did not get this one.`
    : ` ${count} leads already have ${maxTags} tags and did not get this one.`;
}
