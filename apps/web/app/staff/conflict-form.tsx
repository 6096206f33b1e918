import type { LastChange } from "@shoreline/contract";
import { type FormEvent, useState } from "react";
import * as styles from "./conflict-form.module.css";
import { Button, ButtonRow } from "./controls.tsx";
import { form } from "./forms.module.css";
import { TaskProblem } from "./task-problem.tsx";
import type { useTask } from "./use-task.ts";
import { formatAgo } from "./when.ts";

type Choice = "yours" | "theirs";
type Props = {
  /** Who was quicker, if that is known. */
  by?: LastChange | null;
  fields: { label: string; yours: string; theirs: string }[];
  task: ReturnType<typeof useTask>;
  /** One choice for each field; where both are the same it is "theirs". */
  onSave(choices: Choice[]): void;
};

/** Somebody saved first: field by field, yours or theirs. Nothing typed is lost. */
export function ConflictForm({ by = null, fields, task, onSave }: Props) {
  const [choices, setChoices] = useState<Choice[]>(
    fields.map(({ yours, theirs }) => (yours === theirs ? "theirs" : "yours")),
  );
  const choose = (at: number, choice: Choice) => setChoices(choices.map((one, n) => (n === at ? choice : one)));
  const save = (event: FormEvent) => {
    event.preventDefault();
    onSave(choices);
  };
  return (
    <form className={form} onSubmit={save}>
      <p role="alert">
        {by ? `${by.who} changed this ${formatAgo(by.at)}.` : "Somebody has changed this meanwhile."} Choose which to
        keep; what is the same in both is not shown.
      </p>
      {fields.map((field, at) =>
        field.yours === field.theirs ? null : (
          <fieldset key={field.label} className={styles.merge}>
            <legend>{field.label}</legend>
            {(["yours", "theirs"] as const).map((choice) => (
              <label key={choice}>
                <input
                  type="radio"
                  name={field.label}
                  checked={choices[at] === choice}
                  onChange={() => choose(at, choice)}
                />
                <b>{choice === "yours" ? "Yours" : "Theirs"}</b>
                <span>{field[choice] || "none"}</span>
              </label>
            ))}
          </fieldset>
        ),
      )}
      <TaskProblem task={task} />
      <ButtonRow>
        <Button type="submit" isBusy={task.isBusy}>
          Save these
        </Button>
        <Button look="line" onClick={() => onSave(fields.map(() => "theirs"))}>
          Take all of theirs
        </Button>
      </ButtonRow>
    </form>
  );
}
