import { type FormEvent, useState } from "react";
import { Dialog } from "../../ui/dialog.tsx";
import { focusFirstFault } from "../../ui/field.tsx";
import { seatingClient } from "../client.ts";
import { Button, ButtonRow, Field } from "../controls.tsx";
import { form } from "../forms.module.css";
import { TaskProblem } from "../task-problem.tsx";
import { useTask } from "../use-task.ts";
import { FindLearner, type KnownLearner } from "./find-learner.tsx";

type Props = { onDone(news: string): void; onClose(): void };

/** Pauses a course of a learner who has called. */
export function PauseDialog({ onDone, onClose }: Props) {
  const [found, setFound] = useState<KnownLearner | null>(null);
  return (
    <Dialog title="Pause a course" onClose={onClose}>
      {found ? <PauseForm found={found} onDone={onDone} onClose={onClose} /> : <FindLearner onFound={setFound} />}
    </Dialog>
  );
}

function PauseForm({ found, onDone, onClose }: Props & { found: KnownLearner }) {
  const task = useTask();
  const open = found.purchases.filter(({ isPaused }) => !isPaused);
  const [purchaseId, setPurchaseId] = useState(open.length === 1 ? (open[0]?.purchaseId ?? "") : "");
  const [until, setUntil] = useState("");
  const [reason, setReason] = useState("");
  const pause = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const box = event.currentTarget;
    await task.run(async () =>
      onDone((await seatingClient.pause({ purchaseId, reason, until: until || null })).message),
    );
    focusFirstFault(box);
  };
  if (open.length === 0) return <p>{found.learner.name} has no course that can be paused.</p>;
  return (
    <form className={form} onSubmit={pause} noValidate>
      <p>The seat goes to the waiting list. Fees are due on the same days, and certificates stay.</p>
      <Field
        kind="select"
        label={`Course of ${found.learner.name}`}
        value={purchaseId}
        error={task.fields.purchaseId}
        onChange={(event) => setPurchaseId(event.target.value)}
      >
        <option value="">Choose a course</option>
        {open.map((one) => (
          <option key={one.purchaseId} value={one.purchaseId}>
            {one.course.name}
          </option>
        ))}
      </Field>
      <Field
        label="Until (empty: not known)"
        type="date"
        value={until}
        error={task.fields.until}
        onChange={(event) => setUntil(event.target.value)}
      />
      <Field
        label="Reason"
        value={reason}
        maxLength={300}
        autoComplete="off"
        error={task.fields.reason}
        onChange={(event) => setReason(event.target.value)}
      />
      <TaskProblem task={task} />
      <ButtonRow>
        <Button type="submit" isBusy={task.isBusy}>
          Pause the course
        </Button>
        <Button look="line" onClick={onClose}>
          Cancel
        </Button>
      </ButtonRow>
    </form>
  );
}
