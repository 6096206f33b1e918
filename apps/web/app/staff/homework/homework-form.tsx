import type { HomeworkPage } from "@shoreline/contract";
import { mostFiles } from "@shoreline/domain/class-homework";
import { type FormEvent, type ReactNode, useState } from "react";
import { unfinishedText } from "../../lib/unfinished-uploads.ts";
import { useUploads } from "../../lib/use-uploads.ts";
import { focusFirstFault } from "../../ui/field.tsx";
import { FileList } from "../../ui/file-list.tsx";
import { UploadList } from "../../ui/upload-list.tsx";
import { libraryClient } from "../client.ts";
import { Button, ButtonRow, Field } from "../controls.tsx";
import { DateField } from "../date/date-field.tsx";
import * as forms from "../forms.module.css";
import { TaskProblem } from "../task-problem.tsx";
import { useTask } from "../use-task.ts";
import { RubricFields, toDraft, toRubric } from "./rubric-fields.tsx";

type Given = Pick<HomeworkPage, "title" | "text" | "dueOn" | "allowsLate" | "rubric" | "files">;
type Asked = Omit<Given, "files"> & { fileIds: string[] };

const empty: Given = { title: "", text: "", dueOn: null, allowsLate: true, rubric: [], files: [] };

/** Where files go: a class or a course. */
type FileTarget = { classId: string } | { courseId: string };

type Props = {
  given?: Given;
  /** Null until it is chosen. */
  filesTo: FileTarget | null;
  button: string;
  /** Where it belongs, if that is to be chosen. */
  children?: ((faults: Record<string, string>) => ReactNode) | undefined;
  save(asked: Asked): Promise<void>;
  onClose(): void;
};

export function HomeworkForm({ given = empty, filesTo, button, children, save, onClose }: Props) {
  const task = useTask();
  const [rubric, setRubric] = useState(() => toDraft(given.rubric));
  const [kept, setKept] = useState(given.files);
  const uploads = useUploads({
    place: `homework ${Object.values(filesTo ?? {}).join("")}`,
    start: (file) => libraryClient.startUpload({ ...filesTo, ...file }),
    read: (fileId) => libraryClient.upload({ fileId }),
  });
  // It waits for its files, and says so until they are there.
  const [isHeld, setHeld] = useState(false);
  const unfinished = unfinishedText(uploads);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const values = new FormData(form);
    const text = (name: string) => String(values.get(name) ?? "").trim();
    setHeld(unfinished !== "");
    if (unfinished) return;
    await task.run(() =>
      save({
        ...{ title: text("title"), text: text("text"), dueOn: text("dueOn") || null },
        ...{ allowsLate: values.get("allowsLate") === "on", rubric: toRubric(rubric) },
        fileIds: [...kept.map(({ fileId }) => fileId), ...uploads.fileIds],
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
      <DateField label="Due date" name="dueOn" defaultValue={given.dueOn ?? ""} />
      {task.fields.dueOn ? <p className={forms.fault}>{task.fields.dueOn}</p> : null}
      <label className={forms.choice}>
        <input type="checkbox" name="allowsLate" defaultChecked={given.allowsLate} />
        <span>May be handed in late, and is marked as late then</span>
      </label>
      <RubricFields lines={rubric} faults={task.fields} onChange={setRubric} />
      {filesTo ? (
        <UploadList uploads={uploads} label="Files" hint="Learners open them here." most={mostFiles - kept.length} />
      ) : null}
      <FileList
        files={kept}
        onRemove={(fileId) => setKept((before) => before.filter((file) => file.fileId !== fileId))}
      />
      {isHeld && unfinished ? (
        <p role="alert" className={forms.fault}>
          {unfinished}
        </p>
      ) : null}
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
