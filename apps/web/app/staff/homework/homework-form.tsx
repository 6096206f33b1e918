import type { HomeworkPage } from "@shoreline/contract";
import { type FormEvent, type ReactNode, useState } from "react";
import { focusFirstFault } from "../../ui/field.tsx";
import { FileList } from "../../ui/file-list.tsx";
import { Button, ButtonRow, Field } from "../controls.tsx";
import { DateField } from "../date/date-field.tsx";
import * as forms from "../forms.module.css";
import { TaskProblem } from "../task-problem.tsx";
import { useTask } from "../use-task.ts";
import { RubricFields, toDraft, toRubric } from "./rubric-fields.tsx";

type Given = Pick<HomeworkPage, "title" | "text" | "dueOn" | "allowsLate" | "rubric" | "files">;
type Asked = Omit<Given, "files"> & { fileIds: string[] };

const empty: Given = { title: "", text: "", dueOn: null, allowsLate: true, rubric: [], files: [] };

type Props = {
  given?: Given;
  button: string;
  /** Where it belongs, if that is to be chosen. */
  children?: ((faults: Record<string, string>) => ReactNode) | undefined;
  save(asked: Asked): Promise<void>;
  onClose(): void;
};

export function HomeworkForm({ given = empty, button, children, save, onClose }: Props) {
  const task = useTask();
  const [rubric, setRubric] = useState(() => toDraft(given.rubric));
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const values = new FormData(form);
    const text = (name: string) => String(values.get(name) ?? "").trim();
    await task.run(() =>
      save({
        ...{ title: text("title"), text: text("text"), dueOn: text("dueOn") || null },
        ...{ allowsLate: values.get("allowsLate") === "on", rubric: toRubric(rubric) },
        fileIds: given.files.map(({ fileId }) => fileId),
      }),
    );
    focusFirstFault(form);
  };
  return (
    <form className={forms.form} onSubmit={submit} noValidate>
      {children?.(task.fields)}
      <Field label="Title" name="title" maxLength={120} defaultValue={given.title} error={task.fields.title} />
      <Field
        kind="textarea"
        label="What to do"
        name="text"
        rows={5}
        maxLength={4000}
        defaultValue={given.text}
        error={task.fields.text}
      />
      <DateField label="Due day" name="dueOn" defaultValue={given.dueOn ?? ""} />
      {task.fields.dueOn ? <p className={forms.fault}>{task.fields.dueOn}</p> : null}
      <label className={forms.choice}>
        <input type="checkbox" name="allowsLate" defaultChecked={given.allowsLate} />
        <span>May be handed in late, and is marked as late then</span>
      </label>
      <RubricFields lines={rubric} faults={task.fields} onChange={setRubric} />
      <FileList files={given.files} />
      <TaskProblem task={task} />
      <ButtonRow>
        <Button type="submit" isBusy={task.isBusy}>
          {button}
        </Button>
        <Button look="line" onClick={onClose}>
          Cancel
        </Button>
      </ButtonRow>
    </form>
  );
}
