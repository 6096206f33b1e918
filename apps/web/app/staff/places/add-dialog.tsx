import type { NamedCourse } from "@shoreline/contract";
import { type FormEvent, useState } from "react";
import { Dialog } from "../../ui/dialog.tsx";
import { focusFirstFault } from "../../ui/field.tsx";
import { seatingClient } from "../client.ts";
import { Button, ButtonRow } from "../controls.tsx";
import { CourseField } from "../courses/course-field.tsx";
import { offeredCourses } from "../courses/course-finder.ts";
import { form } from "../forms.module.css";
import { TaskProblem } from "../task-problem.tsx";
import { useTask } from "../use-task.ts";
import { BatchField } from "./batch-field.tsx";
import { FindLearner, type KnownLearner } from "./find-learner.tsx";

type Props = { onDone(news: string): void; onClose(): void };

/** Puts a learner at the end of the line of a full batch. */
export function AddDialog({ onDone, onClose }: Props) {
  const [found, setFound] = useState<KnownLearner | null>(null);
  return (
    <Dialog title="Add to a waiting list" onClose={onClose}>
      {found ? <AddForm found={found} onDone={onDone} onClose={onClose} /> : <FindLearner onFound={setFound} />}
    </Dialog>
  );
}

function AddForm({ found, onDone, onClose }: Props & { found: KnownLearner }) {
  const task = useTask();
  const [course, setCourse] = useState<NamedCourse | null>(null);
  const [batchId, setBatchId] = useState("");
  const add = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const box = event.currentTarget;
    const { learnerId } = found.learner;
    await task.run(async () => onDone((await seatingClient.add({ learnerId, batchId })).message));
    focusFirstFault(box);
  };
  return (
    <form className={form} onSubmit={add} noValidate>
      <p>{found.learner.name} is offered a seat when it is their turn, and hears of it by mail and text message.</p>
      <CourseField
        label="Course"
        value={course}
        from={offeredCourses}
        onChange={(chosen) => {
          setCourse(chosen);
          setBatchId("");
        }}
      />
      <BatchField
        courseId={course?.courseId ?? ""}
        isFull
        value={batchId}
        error={task.fields.batchId}
        onChange={setBatchId}
      />
      <TaskProblem task={task} />
      <ButtonRow>
        <Button type="submit" isBusy={task.isBusy}>
          Add to the list
        </Button>
        <Button look="line" onClick={onClose}>
          Cancel
        </Button>
      </ButtonRow>
    </form>
  );
}
