import type { Lead } from "@shoreline/contract";
import type { LeadAction } from "./lead-actions.tsx";
import { LeadCallDialog } from "./lead-call-dialog.tsx";
import { LeadDetailsDialog } from "./lead-details-dialog.tsx";
import type { LeadDialogProps } from "./lead-dialog-props.ts";
import { LeadMailDialog } from "./lead-mail-dialog.tsx";
import { LeadMergeDialog } from "./lead-merge.tsx";
import { LeadMergeChoice } from "./lead-merge-choice.tsx";
import { LeadNextCallDialog } from "./lead-next-call-dialog.tsx";
import { LeadOwnerDialog } from "./lead-owner-dialog.tsx";
import { LeadSpamDialog } from "./lead-spam-dialog.tsx";
import { LeadStatusDialog } from "./lead-status-dialog.tsx";
import { LeadWhatsappDialog } from "./lead-whatsapp-dialog.tsx";

export type LeadDialogName = LeadAction | "status" | "lost" | "owner" | "next call" | { merge: Lead };

export function LeadDialog({ name, ...props }: LeadDialogProps & { name: LeadDialogName }) {
  const { number, email } = props.lead;
  if (typeof name === "object") return <LeadMergeDialog {...props} other={name.merge} />;
  if (name === "status" || name === "lost") return <LeadStatusDialog {...props} isLost={name === "lost"} />;
  if (name === "owner") return <LeadOwnerDialog {...props} />;
  if (name === "next call") return <LeadNextCallDialog {...props} />;
  if (name === "details") return <LeadDetailsDialog {...props} />;
  if (name === "merge") return <LeadMergeChoice {...props} />;
  if (name === "spam") return <LeadSpamDialog {...props} />;
  if (name === "call") return <LeadCallDialog {...props} />;
  if (name === "whatsapp") return number ? <LeadWhatsappDialog {...props} number={number} /> : null;
  return email ? <LeadMailDialog {...props} email={email} /> : null;
}
