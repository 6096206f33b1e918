import { whatsappAddress } from "@shoreline/domain/inbox";
import { useState } from "react";
import { Dialog } from "../../ui/dialog.tsx";
import { inboxClient } from "../client.ts";
import { Button, ButtonLink, ButtonRow, Field } from "../controls.tsx";
import { form } from "../forms.module.css";
import { TaskProblem } from "../task-problem.tsx";
import { useTask } from "../use-task.ts";
import { numberText } from "../words.ts";
import type { LeadDialogProps } from "./lead-dialog-props.ts";
import { TemplateChoice, UnfilledFields } from "./lead-template-choice.tsx";

/** WhatsApp opens in a new tab, where the message is sent; here it is logged. */
export function LeadWhatsappDialog({ lead, number, onDone, onClose }: LeadDialogProps & { number: string }) {
  const task = useTask();
  const [text, setText] = useState("");
  const [isOpened, setOpened] = useState(false);
  const log = () => {
    setOpened(true);
    task.run(async () => {
      const note = { leadId: lead.leadId, kind: "whatsapp", text: text.trim() || "Opened the chat" } as const;
      onDone(await inboxClient.note(note), "The message is noted. Please send it in WhatsApp.");
    });
  };
  return (
    <Dialog title={`WhatsApp to ${lead.name}`} onClose={onClose}>
      <div className={form}>
        <TaskProblem task={task} />
        <p>From your own WhatsApp to {numberText(number)}. It opens in a new tab with this text; you send it there.</p>
        <TemplateChoice
          kind="whatsapp"
          lead={lead}
          value={{ subject: "", text }}
          onChange={(value) => setText(value.text)}
        />
        <Field
          kind="textarea"
          label="Message"
          value={text}
          maxLength={2000}
          error={task.fields.text}
          onChange={(event) => setText(event.target.value)}
        />
        <UnfilledFields text={text} />
        <ButtonRow>
          {isOpened ? (
            <Button isBusy={task.isBusy} onClick={log}>
              Note the message
            </Button>
          ) : (
            <ButtonLink to={whatsappAddress(number, text)} target="_blank" rel="noreferrer" onClick={log}>
              Open WhatsApp
            </ButtonLink>
          )}
          <Button look="line" onClick={onClose}>
            Cancel
          </Button>
        </ButtonRow>
      </div>
    </Dialog>
  );
}
