import { type FormEvent, useRef, useState } from "react";
import { newId } from "../../lib/submission.ts";
import { focusFirstFault } from "../../ui/field.tsx";
import { teachingClient } from "../client.ts";
import { Button, Field } from "../controls.tsx";
import { form } from "../forms.module.css";
import { PageSection } from "../page-head.tsx";
import { TaskProblem } from "../task-problem.tsx";
import { useTask } from "../use-task.ts";
import { formatWhen } from "../when.ts";
import { useRefreshClass } from "./class-queries.ts";
import { counted } from "./class-words.ts";
import { marks as list } from "./marks-dialog.module.css";
import { hint } from "./roll-call.module.css";
import type { SectionProps } from "./section-props.ts";

export function NoteSection({ page, onNews }: SectionProps) {
  const { classId, learners, notes, mayTeach } = page;
  const task = useTask();
  const refresh = useRefreshClass();
  const attempt = useRef({ id: "", content: "" });
  const [turn, setTurn] = useState(0);
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const sent = event.currentTarget;
    const text = String(new FormData(sent).get("text") ?? "").trim();
    await task.run(async () => {
      // The same note whose answer was lost is not sent twice; a changed one is another note.
      if (attempt.current.content !== text) attempt.current = { id: newId(), content: text };
      const outcome = await teachingClient.note({ classId, text, noteId: attempt.current.id });
      attempt.current = { id: "", content: "" };
      await refresh(classId);
      setTurn(turn + 1);
      onNews(`The note went to ${counted(outcome.learners, "learner")}.`);
    });
    focusFirstFault(sent);
  };
  return (
    <PageSection id="note" title="Note to the batch" count={notes.length}>
      {mayTeach && learners > 0 ? (
        <form key={turn} className={form} onSubmit={send} noValidate>
          <Field kind="textarea" label="Note" name="text" rows={3} maxLength={2000} error={task.fields.text} />
          <TaskProblem task={task} />
          <div>
            <Button type="submit" look="line" isBusy={task.isBusy}>
              Send to {learners}
            </Button>
          </div>
          <p className={hint}>A notification in the portal, and beside the class in the schedule. No mail, no SMS.</p>
        </form>
      ) : null}
      {notes.length > 0 ? (
        <ol className={list}>
          {notes.map(({ noteId, text, sentAt, who, learners: reached }) => (
            <li key={noteId}>
              {text}
              <span>{[who, formatWhen(sentAt), `to ${counted(reached, "learner")}`].filter(Boolean).join(", ")}</span>
            </li>
          ))}
        </ol>
      ) : null}
    </PageSection>
  );
}
