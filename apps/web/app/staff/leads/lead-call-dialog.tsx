import type { LeadDetail } from "@shoreline/contract";
import { type FormEvent, useState } from "react";
import { Dialog } from "../../ui/dialog.tsx";
import { inboxClient } from "../client.ts";
import { Button, ButtonRow, Field } from "../controls.tsx";
import { form } from "../forms.module.css";
import { TaskProblem } from "../task-problem.tsx";
import { useTask } from "../use-task.ts";
import { isLate } from "./lead-call.ts";
import type { LeadDialogProps } from "./lead-dialog-props.ts";
import { TemplateChoice } from "./lead-template-choice.tsx";
import { fromFieldValue, toFieldValue } from "./next-call.ts";
import { NextCallField } from "./next-call-field.tsx";

const usual = ["No answer", "Busy", "Will call back", "Wrong number"];

/** After a call: what came of it, and when the next one is. A call that was due is done. */
export function LeadCallDialog({ lead, save, onDone, onClose }: LeadDialogProps) {
  const task = useTask();
  const [text, setText] = useState("");
  const planned = lead.nextCallAt && !isLate(lead.nextCallAt) ? toFieldValue(new Date(lead.nextCallAt)) : "";
  const [call, setCall] = useState(planned);
  // Logged once, even if the next call could not be saved and is sent again.
  const [logged, setLogged] = useState<LeadDetail | null>(null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    task.run(async () => {
      const answer = logged ?? (await inboxClient.note({ leadId: lead.leadId, kind: "call", text }));
      setLogged(answer);
      const nextCallAt = call === planned && planned ? lead.nextCallAt : fromFieldValue(call);
      const isSame = answer.nextCallAt === nextCallAt;
      if (isSame) return onDone(answer, "The call is noted.");
      const isAsSeen = answer.nextCallAt === null || answer.nextCallAt === lead.nextCallAt;
      const edit = { base: isAsSeen ? answer : lead, change: { nextCallAt } };
      // The note stays: an undo of one half would mislead.
      await save(edit, "The call is noted, with the next one.", { hasUndo: false });
    });
  };
  return (
    <Dialog title={`Call with ${lead.name}`} onClose={onClose}>
      <form className={form} onSubmit={submit}>
        <TaskProblem task={task} />
        <TemplateChoice
          kind="call"
          lead={lead}
          value={{ subject: "", text }}
          onChange={(value) => setText(value.text)}
        />
        <Field
          kind="textarea"
          label="Outcome of the call"
          rows={3}
          value={text}
          maxLength={2000}
          disabled={logged !== null}
          error={task.fields.text}
          onChange={(event) => setText(event.target.value)}
        />
        <ButtonRow>
          {usual.map((result) => (
            <Button key={result} look="line" disabled={logged !== null} onClick={() => setText(joined(text, result))}>
              {result}
            </Button>
          ))}
        </ButtonRow>
        <NextCallField value={call} error={task.fields.nextCallAt} onChange={setCall} />
        <ButtonRow>
          <Button type="submit" isBusy={task.isBusy}>
            Save the call
          </Button>
          <Button look="line" onClick={onClose}>
            Cancel
          </Button>
        </ButtonRow>
      </form>
    </Dialog>
  );
}

function joined(text: string, result: string): string {
  return text.trim() ? `${text.trimEnd()} ${result}.` : `${result}.`;
}
