import type { BatchDetail, BatchForm } from "@shoreline/contract";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate } from "react-router";
import { planningClient } from "../client.ts";
import { Choices } from "../connections/choices.tsx";
import { Button, Field } from "../controls.tsx";
import { PageHead, PageSection } from "../page-head.tsx";
import { TaskProblem } from "../task-problem.tsx";
import { useToast } from "../toast.tsx";
import { useTask } from "../use-task.ts";
import { batchesKey } from "./batch-queries.ts";
import { count } from "./batch-words.ts";
import { ClashText } from "./clash-text.tsx";
import { OfBatch } from "./of-batch.tsx";
import { SeriesPage, usePlan } from "./series-page.tsx";
import { fromBatch, kindIn, placeOf } from "./written-batch.ts";

export default function SplitBatch() {
  return <OfBatch>{(batch, facts) => <Split key={batch.version} batch={batch} facts={facts} />}</OfBatch>;
}

/** The new batch gets the classes to come at its own time; those who are chosen move to it. */
function Split({ batch, facts }: { batch: BatchDetail; facts: BatchForm }) {
  const [value, setValue] = useState(() => ({ ...fromBatch(batch, facts.today), name: "", trainerId: "", roomId: "" }));
  const [chosen, setChosen] = useState<string[]>([]);
  const [note, setNote] = useState("");
  const [attemptId] = useState(() => crypto.randomUUID());
  const plan = usePlan({ facts, value, batchId: batch.id });
  const task = useTask();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const toast = useToast();
  const split = () =>
    task.run(async () => {
      const { pattern, from } = value;
      const made = await planningClient.split({
        ...{ batchId: batch.id, version: batch.version, purchaseIds: chosen, pattern, from, note, attemptId },
        ...{ ...placeOf(value), ...kindIn(value, facts.batchTimes) },
      });
      queries.invalidateQueries({ queryKey: batchesKey });
      toast({ text: `The batch is split: ${count(chosen.length, "learner")} told.` });
      navigate(`/staff/batches/${made.batchId}`);
    });
  return (
    <>
      <PageHead title={`Split: ${batch.courseName}`} about={batch.name}>
        <Button isBusy={task.isBusy} disabled={chosen.length === 0} onClick={split}>
          Split and tell {chosen.length}
        </Button>
      </PageHead>
      <SeriesPage facts={facts} value={value} plan={plan} fields={task.fields} batchId={batch.id} onChange={setValue}>
        <TaskProblem task={task} />
        <ClashText clash={task.fields.clash} />
        <PageSection id="who" title="Who moves" count={chosen.length}>
          {batch.learners.length === 0 ? <p>Nobody is in this batch: clone it instead.</p> : null}
          <Choices
            legend="They move with what they have attended"
            choices={batch.learners.map(({ purchaseId, name, attended }) => ({
              ...{ value: purchaseId, text: name, more: `Was in ${count(attended, "class", "classes")}` },
            }))}
            value={chosen}
            error={task.fields.purchaseIds}
            onChange={setChosen}
          />
          <Field
            kind="textarea"
            label="Note to them, if any"
            rows={2}
            maxLength={500}
            value={note}
            error={task.fields.note}
            onChange={(event) => setNote(event.target.value)}
          />
        </PageSection>
      </SeriesPage>
    </>
  );
}
