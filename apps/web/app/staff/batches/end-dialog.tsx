import type { BatchDetail } from "@shoreline/contract";
import { type FormEvent, useState } from "react";
import { Dialog } from "../../ui/dialog.tsx";
import { planningClient } from "../client.ts";
import { Button, ButtonRow, Field } from "../controls.tsx";
import { form } from "../forms.module.css";
import { TaskProblem } from "../task-problem.tsx";
import { useTask } from "../use-task.ts";
import { useOtherBatches } from "./batch-queries.ts";
import { count } from "./batch-words.ts";

type Props = { batch: BatchDetail; way: "cancel" | "merge"; onDone(news: string): void; onClose(): void };

/** Both end the batch; a merge needs a batch to which everybody goes. */
export function EndDialog({ batch, way, onDone, onClose }: Props) {
  const isMerge = way === "merge";
  const task = useTask();
  const { data } = useOtherBatches(batch.id);
  const [toBatchId, setTo] = useState("");
  const [reason, setReason] = useState("");
  const { taken } = batch;
  const learners = count(taken, "learner");
  const submit = (event: FormEvent) => {
    event.preventDefault();
    return task.run(async () => {
      const given = { batchId: batch.id, version: batch.version };
      if (isMerge) await planningClient.merge({ ...given, toBatchId, note: reason });
      else await planningClient.cancel({ ...given, reason, toBatchId: toBatchId || null });
      onDone(isMerge ? `The batches are merged: ${learners} told.` : `The batch is cancelled: ${learners} told.`);
    });
  };
  return (
    <Dialog title={isMerge ? "Merge with another batch" : "Cancel the batch"} onClose={onClose}>
      <form className={form} onSubmit={submit} noValidate>
        <p>
          {isMerge
            ? `${learners} of this batch go to the other one, with what they have attended. This batch is cancelled.`
            : "The classes to come are cancelled. Learners go to the batch that you choose, or wait for the next of their kind and keep the course."}{" "}
          This cannot be taken back.
        </p>
        <p>
          {taken > 0
            ? `${learners} will be told, once: in the portal, and by mail where we have an address.`
            : "Nobody is in this batch, so nobody is told."}
        </p>
        <TaskProblem task={task} />
        <Field
          kind="select"
          label={isMerge ? "Other batch" : "Learners go to"}
          value={toBatchId}
          error={task.fields.toBatchId}
          onChange={(event) => setTo(event.target.value)}
        >
          <option value="">{isMerge ? "Choose a batch" : "No batch: they wait for the next one"}</option>
          {(data?.batches ?? []).map((other) => (
            <option
              key={other.batchId}
              value={other.batchId}
              disabled={other.seatsLeft !== null && other.seatsLeft < taken}
            >
              {other.name}
              {other.seatsLeft === null ? "" : `, ${count(other.seatsLeft, "seat")} left`}
              {other.over > 0 ? `, ${count(other.over, "class", "classes")} over` : ""}
            </option>
          ))}
        </Field>
        <Field
          kind="textarea"
          label={isMerge ? "Note to the learners, if any" : "Reason, which learners read too"}
          rows={3}
          maxLength={500}
          value={reason}
          error={task.fields.reason ?? task.fields.note}
          onChange={(event) => setReason(event.target.value)}
        />
        <ButtonRow>
          <Button type="submit" look="danger" isBusy={task.isBusy} disabled={isMerge && !toBatchId}>
            {isMerge ? `Merge and tell ${taken}` : `Cancel the batch and tell ${taken}`}
          </Button>
          <Button look="line" onClick={onClose}>
            Keep the batch
          </Button>
        </ButtonRow>
      </form>
    </Dialog>
  );
}
