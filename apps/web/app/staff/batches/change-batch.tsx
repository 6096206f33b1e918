import type { BatchDetail, BatchForm } from "@shoreline/contract";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate } from "react-router";
import { isRefused, planningClient } from "../client.ts";
import { Button, Field } from "../controls.tsx";
import { choice, more } from "../forms.module.css";
import { PageHead, PageSection } from "../page-head.tsx";
import { TaskProblem } from "../task-problem.tsx";
import { useToast } from "../toast.tsx";
import { useTask } from "../use-task.ts";
import { batchesKey } from "./batch-queries.ts";
import { count } from "./batch-words.ts";
import { ClashText } from "./clash-text.tsx";
import { OfBatch } from "./of-batch.tsx";
import { PlaceFields } from "./series-form.tsx";
import { SeriesPage, usePlan } from "./series-page.tsx";
import { fromBatch, kindIn, placeOf } from "./written-batch.ts";

export default function ChangeBatch() {
  return <OfBatch>{(batch, facts) => <Change key={batch.version} batch={batch} facts={facts} />}</OfBatch>;
}

/** What is past stays as it was. */
function Change({ batch, facts }: { batch: BatchDetail; facts: BatchForm }) {
  const [value, setValue] = useState(() => fromBatch(batch, facts.today));
  const [isAgain, setAgain] = useState(false);
  const [note, setNote] = useState("");
  const plan = usePlan({ facts, value, batchId: batch.id, isWanted: isAgain });
  const task = useTask();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const toast = useToast();
  const isTold = isAgain || value.trainerId !== (batch.trainerId ?? "") || value.roomId !== (batch.roomId ?? "");
  const told = isTold ? batch.taken : 0;
  const save = () =>
    task.run(async () => {
      const { pattern, from } = value;
      try {
        await planningClient.change({
          ...{ batchId: batch.id, version: batch.version, ...placeOf(value), ...kindIn(value, facts.batchTimes) },
          ...(isAgain ? { again: { pattern, from } } : {}),
          note: isTold ? note : "",
        });
      } catch (error) {
        if (isRefused(error, "CHANGED_MEANWHILE")) queries.invalidateQueries({ queryKey: batchesKey });
        throw error;
      }
      queries.invalidateQueries({ queryKey: batchesKey });
      toast({ text: told > 0 ? `The batch is changed: ${count(told, "learner")} told.` : "The batch is changed." });
      navigate(`/staff/batches/${batch.id}`);
    });
  const top = (
    <>
      <TaskProblem task={task} />
      <ClashText clash={task.fields.clash} />
      <label className={choice}>
        <input type="checkbox" checked={isAgain} onChange={(event) => setAgain(event.target.checked)} />
        <span>Plan the classes to come again</span>
        <span className={more}>By another pattern, or by the same one without new days off.</span>
      </label>
      {isTold && batch.taken > 0 ? (
        <Field
          kind="textarea"
          label={`Note to the ${count(batch.taken, "learner")}, if any`}
          rows={2}
          maxLength={500}
          value={note}
          error={task.fields.note}
          onChange={(event) => setNote(event.target.value)}
        />
      ) : null}
    </>
  );
  return (
    <>
      <PageHead title={`Change: ${batch.courseName}`} about={batch.name}>
        <Button isBusy={task.isBusy} onClick={save}>
          {told > 0 ? `Save and tell ${told}` : "Save"}
        </Button>
      </PageHead>
      {isAgain ? (
        <SeriesPage facts={facts} value={value} plan={plan} fields={task.fields} batchId={batch.id} onChange={setValue}>
          {top}
        </SeriesPage>
      ) : (
        <>
          {top}
          <PageSection id="place" title="Who, where and for how many">
            <PlaceFields facts={facts} value={value} fields={task.fields} onChange={setValue} />
          </PageSection>
        </>
      )}
    </>
  );
}
