import type { FormEvent } from "react";
import { focusFirstFault } from "../../ui/field.tsx";
import { teachingClient } from "../client.ts";
import { Button, Field } from "../controls.tsx";
import { form } from "../forms.module.css";
import { TaskProblem } from "../task-problem.tsx";
import { useTask } from "../use-task.ts";
import { useRefreshClass } from "./class-queries.ts";
import type { SectionProps } from "./section-props.ts";

/** A recording that lies elsewhere. */
export function RecordingLink({ page, onNews }: SectionProps) {
  const { recordingUrl, mayTeach } = page;
  if (mayTeach) return <LinkForm key={recordingUrl} page={page} onNews={onNews} />;
  return recordingUrl ? <a href={recordingUrl}>Recording elsewhere</a> : null;
}

function LinkForm({ page: { classId, recordingUrl }, onNews }: SectionProps) {
  const task = useTask();
  const refresh = useRefreshClass();
  const save = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const sent = event.currentTarget;
    const link = String(new FormData(sent).get("recordingUrl") ?? "").trim();
    await task.run(async () => {
      await teachingClient.change({ classId, recordingUrl: link });
      await refresh(classId);
      onNews(link ? "Learners find the recording in their schedule." : "The link is removed.");
    });
    focusFirstFault(sent);
  };
  return (
    <form className={form} onSubmit={save} noValidate>
      <Field
        label="Or a link to a recording elsewhere"
        name="recordingUrl"
        type="url"
        placeholder="https://"
        defaultValue={recordingUrl}
        error={task.fields.recordingUrl}
      />
      <TaskProblem task={task} />
      <div>
        <Button type="submit" look="line" isBusy={task.isBusy}>
          Save the link
        </Button>
      </div>
    </form>
  );
}
