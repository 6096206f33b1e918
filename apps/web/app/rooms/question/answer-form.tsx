import { longestText } from "@shoreline/domain/question";
import { type FormEvent, useRef, useState } from "react";
import { newId } from "../../lib/submission.ts";
import { Button } from "../../ui/button.tsx";
import { Field, focusFirstFault } from "../../ui/field.tsx";
import { Message } from "../../ui/message.tsx";
import { questionClient } from "./client.ts";
import { type One, useQuestionChange } from "./queries.ts";

/** Who asked goes on with it here too. */
export function AnswerForm({ one, isYours }: { one: One; isYours: boolean }) {
  const [text, setText] = useState("");
  const [missing, setMissing] = useState("");
  const attempt = useRef({ id: "", content: "" });
  const { isBusy, fault, run, dismiss } = useQuestionChange(one.courseId);
  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const content = text.trim();
    setMissing(content ? "" : "Write your answer");
    if (!content) return focusFirstFault(form);
    if (attempt.current.content !== content) attempt.current = { id: newId(), content };
    const isSent = await run(() => questionClient.answer({ ...one, answerId: attempt.current.id, text: content }));
    if (!isSent) return focusFirstFault(form);
    // The same text once more is another answer.
    attempt.current = { id: "", content: "" };
    setText("");
  }
  return (
    <form noValidate onSubmit={submit} className="grid max-w-prose gap-4">
      <Field
        kind="textarea"
        label={isYours ? "Add something" : "Your answer"}
        rows={5}
        maxLength={longestText}
        value={text}
        error={fault?.fields.text ?? missing}
        onChange={(event) => {
          setMissing("");
          setText(event.target.value);
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
