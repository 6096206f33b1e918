import type { ClassPage } from "@shoreline/contract";
import { type FormEvent, useState } from "react";
import { Dialog } from "../../ui/dialog.tsx";
import { teachingClient } from "../client.ts";
import { Button, ButtonRow, Field } from "../controls.tsx";
import * as forms from "../forms.module.css";
import { useMe } from "../queries.ts";
import { TaskProblem } from "../task-problem.tsx";
import { PlainProblem, useTask } from "../use-task.ts";
import { useRefreshClass } from "./class-queries.ts";
import { counted, keptText } from "./class-words.ts";
import { withMarks } from "./roll.ts";
import { sendMarks } from "./send-marks.ts";
import type { useMarks } from "./use-marks.ts";

type Props = { page: ClassPage; kept: ReturnType<typeof useMarks>; onDone(news: string): void; onClose(): void };

const rests = { absent: "They were absent", present: "They were there" };

/** Marks go up first: what is still on the phone would come after the end. */
export function FinishDialog({ page, kept, onDone, onClose }: Props) {
  const { staffId } = useMe();
  const task = useTask();
  const refresh = useRefreshClass();
  const [rest, setRest] = useState<keyof typeof rests>("absent");
  const open = withMarks(page.roll, kept.marks).filter(({ mark }) => mark === null).length;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const topicHeld = String(new FormData(event.currentTarget).get("topicHeld") ?? "").trim();
    return task.run(async () => {
      if (!(await sendMarks(staffId)))
        throw new PlainProblem(`${keptText(kept.marks.length)}. Finish the class when the network is back.`);
      await teachingClient.finish({ classId: page.classId, rest, topicHeld });
      await refresh(page.classId);
      onDone("The class is finished.");
    });
  };
  return (
    <Dialog title="Finish class" onClose={onClose}>
      <form className={forms.form} onSubmit={submit} noValidate>
        {open > 0 ? (
          <fieldset className={forms.choices}>
            <legend>{open === 1 ? "1 learner is not marked" : `${counted(open, "learner")} are not marked`}</legend>
            {Object.entries(rests).map(([value, text]) => (
              <label key={value} className={forms.choice}>
                <input
                  type="radio"
                  name="rest"
                  value={value}
                  checked={rest === value}
                  onChange={() => setRest(value as keyof typeof rests)}
                />
                {text}
              </label>
            ))}
          </fieldset>
        ) : (
          <p>Everybody is marked.</p>
        )}
        <Field label="Taught today" name="topicHeld" maxLength={300} defaultValue={page.topicHeld || page.topic} />
        <p>Later changes of the marks need a reason.</p>
        <TaskProblem task={task} />
        <ButtonRow>
          <Button type="submit" isBusy={task.isBusy}>
            Finish class
          </Button>
          <Button look="line" onClick={onClose}>
            Cancel
          </Button>
        </ButtonRow>
      </form>
    </Dialog>
  );
}
