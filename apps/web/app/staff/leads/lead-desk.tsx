import type { LeadChange, LeadDetail } from "@shoreline/contract";
import type { LeadStatus } from "@shoreline/domain/inbox";
import { useRef, useState } from "react";
import { Message } from "../../ui/message.tsx";
import { useKeys } from "../keys.ts";
import { StatusMark } from "../status-mark.tsx";
import { TaskProblem } from "../task-problem.tsx";
import { useToast } from "../toast.tsx";
import type { Undo } from "../toast-box.tsx";
import { useTask } from "../use-task.ts";
import { LeadContact } from "./lead-actions.tsx";
import { type LeadConflict, type LeadEdit, saveLead } from "./lead-change.ts";
import { LeadConflictDialog } from "./lead-conflict-dialog.tsx";
import { LeadDialog, type LeadDialogName } from "./lead-dialogs.tsx";
import { LeadFacts } from "./lead-facts.tsx";
import { LeadMerge } from "./lead-merge.tsx";
import { LeadNoteForm } from "./lead-note-form.tsx";
import * as styles from "./lead-panel.module.css";
import { LeadStatusSteps } from "./lead-status.tsx";
import { LeadTags } from "./lead-tags.tsx";
import { LeadTimeline } from "./lead-timeline.tsx";
import { useLeadUndo } from "./lead-undo.tsx";
import { leadStatusText } from "./lead-words.ts";

type Open = { name: LeadDialogName; lead: LeadDetail };

/** One lead with everything that can be done to it. */
export function LeadDesk({ lead }: { lead: LeadDetail }) {
  const task = useTask();
  const toast = useToast();
  const { undoChange, refresh } = useLeadUndo();
  const note = useRef<HTMLTextAreaElement>(null);
  const [open, setOpen] = useState<Open | null>(null);
  const [conflict, setConflict] = useState<LeadConflict | null>(null);
  const [news, setNews] = useState("");

  const show = (changed: LeadDetail, text: string, undo?: Undo) => {
    setOpen(null);
    setConflict(null);
    setNews(undo ? "" : text);
    if (undo) toast({ text, undo });
    refresh(changed);
  };
  const save = async (edit: LeadEdit, text: string, { hasUndo } = { hasUndo: true }) => {
    const outcome = await saveLead(edit);
    if ("saved" in outcome) {
      const { saved } = outcome;
      const undo = undoChange({ before: edit.base, change: edit.change, saved });
      return hasUndo ? show(saved, text, undo) : show(saved, text);
    }
    setOpen(null);
    setConflict(outcome.conflict);
  };
  const change = async (given: LeadChange, text: string) => {
    let isSaved = false;
    await task.run(async () => {
      await save({ base: lead, change: given }, text);
      isSaved = true;
    });
    return isSaved;
  };
  const openDialog = (name: LeadDialogName) => setOpen({ name, lead });
  const moveTo = (status: LeadStatus) => {
    if (status === "lost") openDialog("lost");
    else if (status !== lead.status)
      change({ status, lostReason: null }, `The status is ${leadStatusText[status]} now.`);
  };
  useKeys({
    o: () => openDialog("owner"),
    s: () => openDialog("status"),
    d: () => openDialog("next call"),
    n: () => note.current?.focus(),
  });

  return (
    <>
      <div className={styles.head}>
        {lead.isSpam ? <StatusMark shape="off">Spam</StatusMark> : null}
        <LeadContact lead={lead} onChoose={openDialog} />
        <LeadStatusSteps status={lead.status} isBusy={task.isBusy} onChoose={moveTo} />
      </div>
      <div className={styles.body}>
        <Message notice={news ? { kind: "done", text: news } : null} onDismiss={() => setNews("")} />
        <TaskProblem task={task} />
        <LeadFacts lead={lead} onChange={openDialog}>
          <LeadTags lead={lead} isBusy={task.isBusy} onChange={(tags, text) => change({ tags }, text)} />
        </LeadFacts>
        <LeadMerge lead={lead} onMerge={(other) => openDialog({ merge: other })} onDone={show} />
        <LeadNoteForm leadId={lead.leadId} field={note} onDone={show} />
        <LeadTimeline events={lead.events} />
      </div>
      {open ? <LeadDialog {...open} save={save} onDone={show} onClose={() => setOpen(null)} /> : null}
      {conflict ? (
        <LeadConflictDialog
          key={conflict.theirs.version}
          conflict={conflict}
          save={(edit) => save(edit, "What you chose is saved.")}
          onKeepTheirs={() => show(conflict.theirs, "The lead is as your colleague left it.")}
          onClose={() => setConflict(null)}
        />
      ) : null}
    </>
  );
}
