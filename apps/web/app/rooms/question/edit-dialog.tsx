import type { OwnAnswer, QuestionPage } from "@shoreline/contract";
import { longestText, longestTitle } from "@shoreline/domain/question";
import { type FormEvent, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { ButtonRow } from "../../ui/button-row.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Field, focusFirstFault } from "../../ui/field.tsx";
import { Message } from "../../ui/message.tsx";
import { questionClient } from "./client.ts";
import { type One, useQuestionChange } from "./queries.ts";

type Props = { one: One; page: QuestionPage; answer?: OwnAnswer; onClose(): void };

/** Of a question or an answer, within the first minutes. */
export function EditDialog({ one, page, answer, onClose }: Props) {
  const [title, setTitle] = useState(page.title);
  const [text, setText] = useState(answer?.text ?? page.text);
  const { isBusy, fault, run, dismiss } = useQuestionChange(one.courseId);
  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const isDone = await run(() =>
      answer
        ? questionClient.changeAnswer({ ...one, answerId: answer.answerId, text })
        : questionClient.change({ ...one, title, text }),
    );
    if (isDone) onClose();
    else focusFirstFault(form);
  }
  return (
    <Dialog title={answer ? "Edit your answer" : "Edit your question"} onClose={onClose}>
      <form noValidate onSubmit={submit} className="grid gap-5">
        {answer ? null : (
          <Field
            label="Your question in a line"
            maxLength={longestTitle}
            value={title}
            error={fault?.fields.title}
            onChange={(event) => setTitle(event.target.value)}
          />
        )}
        <Field
          kind="textarea"
          label={answer ? "Your answer" : "More about it, if needed"}
          rows={6}
          maxLength={longestText}
          value={text}
          error={fault?.fields.text}
          onChange={(event) => setText(event.target.value)}
        />
        <p className="text-s text-ink-2">You can correct it for 15 minutes after you wrote it.</p>
        <Message notice={fault ? { kind: "wrong", text: fault.text } : null} onDismiss={dismiss} />
        <ButtonRow>
          <Button type="submit" isBusy={isBusy}>
            Save
          </Button>
          <Button look="line" onClick={onClose}>
            Cancel
          </Button>
        </ButtonRow>
      </form>
    </Dialog>
  );
}
