import type { FoundLearner } from "@shoreline/contract";
import { type FormEvent, useState } from "react";
import { focusFirstFault } from "../../ui/field.tsx";
import { seatingClient } from "../client.ts";
import { Button, Field } from "../controls.tsx";
import { form } from "../forms.module.css";
import { TaskProblem } from "../task-problem.tsx";
import { PlainProblem, useTask } from "../use-task.ts";

type Known = FoundLearner & { learner: NonNullable<FoundLearner["learner"]> };

/** The first step of a dialog: who it is about. */
export function FindLearner({ onFound }: { onFound(found: Known): void }) {
  const task = useTask();
  const [number, setNumber] = useState("");
  const find = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const box = event.currentTarget;
    await task.run(async () => {
      const { learner, ...rest } = await seatingClient.find({ number });
      if (!learner) throw new PlainProblem("Nobody has an account with this number.");
      onFound({ learner, ...rest });
    });
    focusFirstFault(box);
  };
  return (
    <form className={form} onSubmit={find} noValidate>
      <Field
        label="Mobile number of the learner"
        inputMode="tel"
        autoComplete="off"
        value={number}
        error={task.fields.number}
        onChange={(event) => setNumber(event.target.value)}
      />
      <TaskProblem task={task} />
      <div>
        <Button type="submit" isBusy={task.isBusy}>
          Find the learner
        </Button>
      </div>
    </form>
  );
}

export type { Known as KnownLearner };
