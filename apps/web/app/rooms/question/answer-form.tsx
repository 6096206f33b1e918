import { longestText } from "@shoreline/domain/question";
import { type FormEvent, useState } from "react";
import { useClassroom } from "../../lib/classroom.ts";
import { Button } from "../../ui/button.tsx";
import { Field, focusFirstFault } from "../../ui/field.tsx";
import { Message } from "../../ui/message.tsx";
import { questionClient } from "./client.ts";
import { type One, useQuestionChange } from "./queries.ts";
import { useDraft } from "./use-draft.ts";

/** Who asked goes on with it here too. */
export function AnswerForm({ one, isYours }: { one: One; isYours: boolean }) {
  const { profile } = useClassroom();
  const { draft, change, attempt, clear } = useDraft(`${profile._id} ${one.questionId}`);
  const [missing, setMissing] = useState("");
  const { isBusy, fault, run, dismiss } = useQuestionChange(one.courseId);
  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const content = draft.text.trim();
    setMissing(content ? "" : "Write your answer");
    if (!content) return focusFirstFault(form);
    const answerId = attempt(content);
    if (await run(() => questionClient.answer({ ...one, answerId, text: content }))) clear();
    else focusFirstFault(form);
  }
  return (
    <form noValidate onSubmit={submit} className="grid max-w-prose gap-4">
      <Field
        kind="textarea"
        label={isYours ? "Add something" : "Your answer"}
        rows={5}
        maxLength={longestText}
        value={draft.text}
        error={fault?.fields.text ?? missing}
        onChange={(event) => {
          setMissing("");
          change({ text: event.target.value });
        }}
      />
      <Message notice={fault ? { kind: "wrong", text: fault.text } : null} onDismiss={dismiss} />
      <div>
        <Button type="submit" isBusy={isBusy}>
          {isYours ? "Send" : "Answer"}
        </Button>
      </div>
    </form>
  );
}
