import type { LeadDetail } from "@shoreline/contract";
import type { Undo } from "../toast-box.tsx";
import type { LeadEdit } from "./lead-change.ts";

export type LeadDialogProps = {
  /** As it was when the dialog opened: a reload behind it must not hide that a colleague was quicker. */
  lead: LeadDetail;
  /** Saves and closes the dialog; a conflict takes its place. Throws what the server refuses. */
  save(edit: LeadEdit, news: string, options?: { hasUndo: boolean }): Promise<void>;
  /** Closes the dialog after a call that has answered the lead. */
  onDone(lead: LeadDetail, news: string, undo?: Undo): void;
  onClose(): void;
};
