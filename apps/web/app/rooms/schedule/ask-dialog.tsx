import type { Purchase } from "@shoreline/contract";
import { type FormEvent, useState } from "react";
import { learnerClient } from "../../lib/learner.ts";
import { readForm, useSubmission } from "../../lib/submission.ts";
import { Button } from "../../ui/button.tsx";
import { ButtonRow } from "../../ui/button-row.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Field, focusFirstFault } from "../../ui/field.tsx";
import { Message, type NoticeContent } from "../../ui/message.tsx";

export type AskProps = { purchases: Purchase[]; email: string; onClose(): void };

/** Sends a question to staff, who answer by mail. Loaded when the learner opens it. */
export default function AskDialog({ purchases, email, onClose }: AskProps) {
  const [error, setError] = useState("");
  const [notice, setNotice] = useState<NoticeContent | null>(null);
  const [isSent, setSent] = useState(false);
  const { isBusy, waiting, send } = useSubmission();

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const values = readForm(form, ["courseId", "question"]);
    setNotice(null);
    setError(values.question ? "" : "Write your question");
    if (!values.question) return focusFirstFault(form);
    const outcome = await send(
      values,
      ({ attemptId }) => learnerClient.schedule.ask({ ...values, attemptId }),
      "always",
    );
    if (outcome.isSent) return setSent(true);
    setError(outcome.fields.question ?? "");
    setNotice({ kind: "wrong", text: outcome.text });
  }

  return (
    <Dialog title="Ask your trainer" onClose={onClose}>
      {isSent ? (
        <div className="grid gap-5">
          <Message
            notice={{ kind: "done", text: `Your question has been sent. The answer comes to ${email}.` }}
            onDismiss={onClose}
          />
          <ButtonRow>
            <Button onClick={onClose} autoFocus>
              Done
            </Button>
          </ButtonRow>
        </div>
      ) : (
        <form noValidate onSubmit={submit} className="grid gap-5">
          <Field kind="select" label="Course" name="courseId">
            {purchases.map(({ course }) => (
              <option key={course.courseId} value={course.courseId}>
                {course.courseName}
              </option>
            ))}
          </Field>
          <Field kind="textarea" label="Your question" name="question" maxLength={2000} error={error} />
          <p className="text-s text-ink-2">The answer comes to {email}.</p>
          <Message notice={waiting ?? notice} onDismiss={() => setNotice(null)} />
          <ButtonRow>
            <Button type="submit" isBusy={isBusy}>
              Send
            </Button>
            <Button look="line" onClick={onClose}>
              Cancel
            </Button>
          </ButtonRow>
        </form>
      )}
    </Dialog>
  );
}
