import { type FormEvent, useState } from "react";
import { focusFirstFault } from "../../ui/field.tsx";
import { teachingClient } from "../client.ts";
import { Button, Field, IconButton } from "../controls.tsx";
import { form } from "../forms.module.css";
import { PageSection } from "../page-head.tsx";
import { TaskProblem } from "../task-problem.tsx";
import { useTask } from "../use-task.ts";
import { useRefreshClass } from "./class-queries.ts";
import * as styles from "./material-section.module.css";
import type { SectionProps } from "./section-props.ts";

/** Links only: files lie where the institute keeps them. */
export function MaterialSection({ page, onNews }: SectionProps) {
  const { classId, materials, recordingUrl, mayTeach } = page;
  const task = useTask();
  const refresh = useRefreshClass();
  const remove = (materialId: string) =>
    task.run(async () => {
      await teachingClient.removeMaterial({ classId, materialId });
      await refresh(classId);
      onNews("The link is removed.");
    });
  return (
    <PageSection id="material" title="Recording and material" count={materials.length + (recordingUrl ? 1 : 0)}>
      {mayTeach ? <RecordingForm key={recordingUrl} page={page} onNews={onNews} /> : null}
      {!mayTeach && recordingUrl ? <a href={recordingUrl}>Recording</a> : null}
      <TaskProblem task={task} />
      {materials.length > 0 ? (
        <ul className={styles.list}>
          {materials.map(({ materialId, name, url }) => (
            <li key={materialId}>
              <a href={url} target="_blank" rel="noreferrer">
                {name}
              </a>
              {mayTeach ? <IconButton icon="x" label={`Remove ${name}`} onClick={() => remove(materialId)} /> : null}
            </li>
          ))}
        </ul>
      ) : null}
      {mayTeach ? <MaterialForm page={page} onNews={onNews} /> : null}
    </PageSection>
  );
}

function RecordingForm({ page: { classId, recordingUrl }, onNews }: SectionProps) {
  const task = useTask();
  const refresh = useRefreshClass();
  const save = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const sent = event.currentTarget;
    const link = String(new FormData(sent).get("recordingUrl") ?? "").trim();
    await task.run(async () => {
      await teachingClient.change({ classId, recordingUrl: link });
      await refresh(classId);
      onNews(link ? "Learners find the recording in their schedule." : "The recording is removed.");
    });
    focusFirstFault(sent);
  };
  return (
    <form className={form} onSubmit={save} noValidate>
      <Field
        label="Link of the recording"
        name="recordingUrl"
        type="url"
        placeholder="https://"
        defaultValue={recordingUrl}
        error={task.fields.recordingUrl}
      />
      <TaskProblem task={task} />
      <div>
        <Button type="submit" look="line" isBusy={task.isBusy}>
          Save the recording
        </Button>
      </div>
    </form>
  );
}

function MaterialForm({ page: { classId }, onNews }: SectionProps) {
  const task = useTask();
  const refresh = useRefreshClass();
  const [turn, setTurn] = useState(0);
  const add = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const sent = event.currentTarget;
    const values = new FormData(sent);
    const text = (name: string) => String(values.get(name) ?? "").trim();
    await task.run(async () => {
      await teachingClient.addMaterial({ classId, name: text("name"), url: text("url") });
      await refresh(classId);
      setTurn(turn + 1);
      onNews("Learners find the link in their schedule.");
    });
    focusFirstFault(sent);
  };
  return (
    <form key={turn} className={form} onSubmit={add} noValidate>
      <Field label="Name of the material" name="name" maxLength={100} error={task.fields.name} />
      <Field label="Link of the material" name="url" type="url" placeholder="https://" error={task.fields.url} />
      <TaskProblem task={task} />
      <div>
        <Button type="submit" look="line" isBusy={task.isBusy}>
          Add the link
        </Button>
      </div>
    </form>
  );
}
