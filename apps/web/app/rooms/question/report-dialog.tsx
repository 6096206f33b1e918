import { type FormEvent, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { ButtonRow } from "../../ui/button-row.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Field, focusFirstFault } from "../../ui/field.tsx";
import { Message } from "../../ui/message.tsx";
import { questionClient } from "./client.ts";
import { type One, useQuestionChange } from "./queries.ts";

type Props = { one: One; answerId?: string; onDone(news: string): void; onClose(): void };

export function ReportDialog({ one, answerId, onDone, onClose }: Props) {
  const [reason, setReason] = useState("");
  const { isBusy, fault, run, dismiss } = useQuestionChange(one.courseId);
  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const report = { ...one, reason, ...(answerId ? { answerId } : {}) };
    if (!(await run(() => questionClient.report(report)))) return focusFirstFault(form);
    onDone("Thank you. Our staff will look at it.");
    onClose();
  }
  return (
    <Dialog title="Report to staff" onClose={onClose}>
      <form noValidate onSubmit={submit} className="grid gap-5">
        <p className="text-ink-2">Only staff read this. The author is not told who reported it.</p>
        <Field
          kind="textarea"
          label="What is wrong with it"
          rows={3}
          maxLength={500}
          value={reason}
          error={fault?.fields.reason}
          onChange={(event) => setReason(event.target.value)}
        />
        <Message notice={fault ? { kind: "wrong", text: fault.text } : null} onDismiss={dismiss} />
        <ButtonRow>
          <Button type="submit" isBusy={isBusy}>
            Report
          </Button>
          <Button look="line" onClick={onClose}>
            Cancel
          </Button>
        </ButtonRow>
      </form>
    </Dialog>
  );
}
