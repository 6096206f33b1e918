import type { BatchForm } from "@shoreline/contract";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate } from "react-router";
import { Message } from "../../ui/message.tsx";
import { isRefused, planningClient } from "../client.ts";
import { ConfirmDialog } from "../confirm-dialog.tsx";
import { Button, ButtonRow } from "../controls.tsx";
import { BackLink, PageHead } from "../page-head.tsx";
import { may, useMe } from "../queries.ts";
import { StatusMark } from "../status-mark.tsx";
import { TaskProblem } from "../task-problem.tsx";
import { useToast } from "../toast.tsx";
import { useTask } from "../use-task.ts";
import { batchesKey } from "./batch-queries.ts";
import { ClashText } from "./clash-text.tsx";
import { SeriesPage, usePlan } from "./series-page.tsx";
import { toForm, type WrittenBatch } from "./written-batch.ts";

type Kept = { draftId: string; version: number };
type Props = { facts: BatchForm; start: WrittenBatch; draft?: Kept; onReload?(): void };

/** Nothing is made and nobody is told until the batch is opened. */
export function PlanForm({ facts, start, draft: opened, onReload }: Props) {
  const [value, setValue] = useState(start);
  const [draft, setDraft] = useState(opened);
  const [attemptId] = useState(() => crypto.randomUUID());
  const [news, setNews] = useState("");
  const [asks, setAsks] = useState<"remove" | null>(null);
  const [isConflict, setConflict] = useState(false);
  const task = useTask();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const toast = useToast();
  const mayChange = may(useMe(), "change batches");
  const { course } = value;
  const plan = usePlan({ facts, value });
  const refresh = () => queries.invalidateQueries({ queryKey: [...batchesKey, "list"] });

  const save = () =>
    task.run(async () => {
      const form = toForm(value, facts.batchTimes);
      try {
        setDraft(await planningClient.saveDraft({ ...form, from: value.from || null, ...draft }));
        setNews("The draft is saved. Nobody was told.");
        refresh();
      } catch (error) {
        if (!isRefused(error, "CHANGED_MEANWHILE")) throw error;
        setConflict(true);
      }
    });
  const open = async () => {
    const form = toForm(value, facts.batchTimes);
    const { batchId } = await planningClient.open({ ...form, attemptId, ...(draft ? { draft } : {}) });
    refresh();
    toast({ text: `The batch is open: ${course?.name ?? "its course"} can be bought with it.` });
    navigate(`/staff/batches/${batchId}`);
  };
  const remove = async () => {
    if (draft) await planningClient.removeDraft({ draftId: draft.draftId });
    refresh();
    toast({ text: "The draft is removed." });
    navigate("/staff/batches?state=draft");
  };
  return (
    <>
      <BackLink to="/staff/batches">Batches</BackLink>
      <PageHead title={draft ? `Draft: ${course?.name ?? "batch"}` : "Plan a batch"}>
        <StatusMark shape="half">Draft, nobody told</StatusMark>
        {mayChange ? (
          <>
            <Button look="line" isBusy={task.isBusy} onClick={save}>
              Save draft
            </Button>
            <Button onClick={() => task.run(open)} disabled={task.isBusy}>
              {plan.preview && !plan.isOld ? `Open with ${plan.preview.hours} classes` : "Open the batch"}
            </Button>
          </>
        ) : null}
      </PageHead>
      <Message notice={news ? { kind: "done", text: news } : null} onDismiss={() => setNews("")} />
      <TaskProblem task={task} />
      <ClashText clash={task.fields.clash} />
      {isConflict ? <Conflict onReload={onReload} onClose={() => setConflict(false)} /> : null}
      <SeriesPage facts={facts} value={value} plan={plan} fields={task.fields} onChange={setValue} />
      {draft && mayChange ? (
        <ButtonRow>
          <Button look="danger-line" onClick={() => setAsks("remove")}>
            Remove the draft
          </Button>
        </ButtonRow>
      ) : null}
      {asks === "remove" ? (
        <ConfirmDialog
          title="Remove the draft"
          text="The draft goes. Nobody outside has seen it, and it has no classes."
          button="Remove the draft"
          isHard
          run={remove}
          onClose={() => setAsks(null)}
        />
      ) : null}
    </>
  );
}

function Conflict({ onReload, onClose }: { onReload: (() => void) | undefined; onClose(): void }) {
  return (
    <ConfirmDialog
      title="Somebody has changed this draft"
      text="A colleague has saved it since you opened it. Show their version, or close this and keep yours on the screen."
      button="Show their version"
      isHard={false}
      run={async () => {
        onReload?.();
        onClose();
      }}
      onClose={onClose}
    />
  );
}
