import { type FormEvent, useState } from "react";
import { focusFirstFault } from "../../ui/field.tsx";
import { teachingClient } from "../client.ts";
import { Button, Field } from "../controls.tsx";
import { form } from "../forms.module.css";
import { StaffIcon } from "../icon.tsx";
import { MaterialDialog } from "../library/material-dialog.tsx";
import { MaterialRows } from "../library/material-rows.tsx";
import { PageSection } from "../page-head.tsx";
import { TaskProblem } from "../task-problem.tsx";
import { useTask } from "../use-task.ts";
import { useRefreshClass } from "./class-queries.ts";
import type { SectionProps } from "./section-props.ts";

export function MaterialSection({ page, onNews }: SectionProps) {
  const { classId, materials, recordingUrl, mayTeach } = page;
  const [isOpen, setOpen] = useState(false);
  const finish = (news: string) => {
    setOpen(false);
    onNews(news);
  };
  return (
    <PageSection id="material" title="Recording and material" count={materials.length + (recordingUrl ? 1 : 0)}>
      {mayTeach ? <RecordingForm key={recordingUrl} page={page} onNews={onNews} /> : null}
      {!mayTeach && recordingUrl ? <a href={recordingUrl}>Recording</a> : null}
      {materials.length > 0 ? <MaterialRows materials={materials} mayChange={mayTeach} onNews={onNews} /> : null}
      {mayTeach ? (
        <div>
          <Button look="line" onClick={() => setOpen(true)}>
            <StaffIcon name="plus" />
            Add material
          </Button>
        </div>
      ) : null}
      {isOpen ? <MaterialDialog place={{ classId }} onDone={finish} onClose={() => setOpen(false)} /> : null}
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
