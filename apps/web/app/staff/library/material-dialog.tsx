import { longestSnippet, type MaterialKind } from "@shoreline/domain/material";
import { type FormEvent, useState } from "react";
import { newId } from "../../lib/submission.ts";
import { useUploads } from "../../lib/use-uploads.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { focusFirstFault } from "../../ui/field.tsx";
import { Segments } from "../../ui/segments.tsx";
import { UploadList } from "../../ui/upload-list.tsx";
import { counted } from "../classes/class-words.ts";
import { libraryClient } from "../client.ts";
import { Button, ButtonRow, Field } from "../controls.tsx";
import { form } from "../forms.module.css";
import { TaskProblem } from "../task-problem.tsx";
import { useTask } from "../use-task.ts";
import { useRefreshLibrary } from "./library-queries.ts";

type MaterialPlace = { classId: string } | { courseId: string };
type Props = { place: MaterialPlace; onDone(news: string): void; onClose(): void };

const mostFiles = 10;
const kinds: { value: MaterialKind; text: string }[] = [
  { value: "file", text: "Files" },
  { value: "link", text: "Link" },
  { value: "snippet", text: "Code" },
];
const languages = ["Python", "Java", "JavaScript", "TypeScript", "HTML", "CSS", "SQL", "C", "C++", "Shell"];

/** Adds files, a link or a piece of code to a class or a course. */
export function MaterialDialog({ place, onDone, onClose }: Props) {
  const [kind, setKind] = useState<MaterialKind>("file");
  const refresh = useRefreshLibrary();
  const finish = async (news: string) => {
    await refresh();
    onDone(news);
  };
  const parts = { place, onDone: finish, onClose };
  return (
    <Dialog title="Add material" onClose={onClose}>
      <div className={form}>
        <Segments<MaterialKind> legend="What to add" name="kind" options={kinds} value={kind} onChange={setKind} />
        {/* Files on their way stay when somebody looks at the other kinds. */}
        <div hidden={kind !== "file"}>
          <FilesForm {...parts} />
        </div>
        {kind === "file" ? null : <TextForm key={kind} kind={kind} {...parts} />}
      </div>
    </Dialog>
  );
}

function FilesForm({ place, onDone, onClose }: Props) {
  const task = useTask();
  const uploads = useUploads({
    place: "classId" in place ? `class ${place.classId}` : `course ${place.courseId}`,
    start: (file) => libraryClient.startUpload({ ...file, ...place }),
    read: (fileId) => libraryClient.upload({ fileId }),
  });
  const ready = uploads.items.filter(({ step }) => step === "ready");
  const add = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    return task.run(async () => {
      // The same form again adds each once: the key of the upload is the id of its material.
      for (const { key, name, fileId } of ready)
        await libraryClient.addMaterial({ materialId: key, ...place, kind: "file", name, fileId });
      onDone(`${counted(ready.length, "file")} added. Learners hear of it with the other news.`);
    });
  };
  return (
    <form className={form} onSubmit={add} noValidate>
      <UploadList uploads={uploads} label="Files" hint="Up to 4 GB each, ten at once." most={mostFiles} />
      <TaskProblem task={task} />
      <ButtonRow>
        <Button type="submit" isBusy={task.isBusy} disabled={ready.length === 0 || uploads.isBusy}>
          {ready.length > 1 ? `Add ${ready.length} files` : "Add the file"}
        </Button>
        <Button look="line" onClick={onClose}>
          Cancel
        </Button>
      </ButtonRow>
    </form>
  );
}

function TextForm({ kind, place, onDone, onClose }: Props & { kind: "link" | "snippet" }) {
  const task = useTask();
  const [materialId] = useState(newId);
  const add = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const sent = event.currentTarget;
    const values = new FormData(sent);
    const given = (name: string) => String(values.get(name) ?? "");
    await task.run(async () => {
      await libraryClient.addMaterial({
        ...{ materialId, ...place, kind, name: given("name").trim() },
        ...(kind === "link"
          ? { url: given("url").trim() }
          : // A browser sends lines of a text field with \r\n.
            { text: given("text").replace(/\r\n/g, "\n"), language: given("language") }),
      });
      onDone(`The ${kind === "link" ? "link" : "code"} is added. Learners hear of it with the other news.`);
    });
    focusFirstFault(sent);
  };
  return (
    <form className={form} onSubmit={add} noValidate>
      <Field label="Name" name="name" maxLength={150} error={task.fields.name} />
      {kind === "link" ? (
        <Field label="Link" name="url" type="url" placeholder="https://" error={task.fields.url} />
      ) : (
        <>
          <Field kind="select" label="Language" name="language" error={task.fields.language}>
            <option value="">None</option>
            {languages.map((language) => (
              <option key={language}>{language}</option>
            ))}
          </Field>
          <Field
            kind="textarea"
            label="Code"
            name="text"
            rows={10}
            maxLength={longestSnippet}
            spellCheck={false}
            error={task.fields.text}
          />
        </>
      )}
      <TaskProblem task={task} />
      <ButtonRow>
        <Button type="submit" isBusy={task.isBusy}>
          {kind === "link" ? "Add the link" : "Add the code"}
        </Button>
        <Button look="line" onClick={onClose}>
          Cancel
        </Button>
      </ButtonRow>
    </form>
  );
}
