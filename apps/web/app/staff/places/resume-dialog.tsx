import type { PausedLearner } from "@shoreline/contract";
import { type FormEvent, useState } from "react";
import { Dialog } from "../../ui/dialog.tsx";
import { focusFirstFault } from "../../ui/field.tsx";
import { seatingClient } from "../client.ts";
import { Button, ButtonRow } from "../controls.tsx";
import { form } from "../forms.module.css";
import { TaskProblem } from "../task-problem.tsx";
import { useTask } from "../use-task.ts";
import { BatchField } from "./batch-field.tsx";

type Props = { paused: PausedLearner; onDone(news: string): void; onClose(): void };

export function ResumeDialog({ paused, onDone, onClose }: Props) {
  const task = useTask();
  const [batchId, setBatchId] = useState("");
  const { pauseId, learner, course } = paused;
  const resume = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const box = event.currentTarget;
    await task.run(async () => onDone((await seatingClient.resume({ pauseId, batchId })).message));
    focusFirstFault(box);
  };
  return (
    <Dialog title={`Resume ${course.name}`} onClose={onClose}>
      <form className={form} onSubmit={resume} noValidate>
        <p>{learner.name} gets a place with everything attended before the pause, and is told.</p>
        <BatchField
          courseId={course.courseId}
          isFull={false}
          value={batchId}
          error={task.fields.batchId}
          onChange={setBatchId}
        />
        <TaskProblem task={task} />
        <ButtonRow>
          <Button type="submit" isBusy={task.isBusy}>
            Resume the course
          </Button>
          <Button look="line" onClick={onClose}>
            Cancel
          </Button>
        </ButtonRow>
      </form>
    </Dialog>
  );
}
