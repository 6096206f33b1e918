import type { LeadDetail } from "@shoreline/contract";
import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, type KeyboardEvent, type RefObject, useState } from "react";
import { inboxClient } from "../client.ts";
import { Button, ButtonRow, Field } from "../controls.tsx";
import { form } from "../forms.module.css";
import { TaskProblem } from "../task-problem.tsx";
import { useTask } from "../use-task.ts";
import { leadsKey } from "./lead-queries.ts";

type Props = {
  leadId: string;
  field: RefObject<HTMLTextAreaElement | null>;
  onDone(lead: LeadDetail, news: string): void;
};

/** A note that is not saved yet is still there when the lead is opened again. */
export function LeadNoteForm({ leadId, field, onDone }: Props) {
  const queries = useQueryClient();
  const draftKey = [...leadsKey, "draft", leadId];
  const task = useTask();
  const [text, setText] = useState(queries.getQueryData<string>(draftKey) ?? "");
  const write = (typed: string) => {
    setText(typed);
    queries.setQueryData(draftKey, typed);
  };
  const save = (event: FormEvent) => {
    event.preventDefault();
    task.run(async () => {
      const lead = await inboxClient.note({ leadId, kind: "note", text });
      write("");
      // The button goes with the text.
      field.current?.focus();
      onDone(lead, "The note is saved.");
    });
  };
  const sendByKey = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) event.currentTarget.form?.requestSubmit();
  };
  return (
    <form className={form} onSubmit={save} noValidate>
      <Field
        kind="textarea"
        ref={field}
        label="Note, seen by staff only"
        rows={2}
        value={text}
        maxLength={2000}
        error={task.fields.text}
        placeholder="What was said, what comes next"
        aria-keyshortcuts="N"
        onChange={(event) => write(event.target.value)}
        onKeyDown={sendByKey}
      />
      <TaskProblem task={task} />
      {text ? (
        <ButtonRow>
          <Button type="submit" look="line" isBusy={task.isBusy}>
            Save the note
          </Button>
        </ButtonRow>
      ) : null}
    </form>
  );
}
