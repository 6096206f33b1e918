import { ApiError } from "@shoreline/contract/client";
import { useState } from "react";
import { useClassroom } from "../../lib/classroom.ts";
import { useSubmission } from "../../lib/submission.ts";
import { Button } from "../../ui/button.tsx";
import { ButtonRow } from "../../ui/button-row.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Message, type NoticeContent } from "../../ui/message.tsx";
import { CodeStep } from "./code-step.tsx";
import * as styles from "./proof-dialog.module.css";

type Props = { onAdded(): void; onClose(): void };

/** Adds a passkey after a code. The browser asks for it on a click of its own, which can be repeated without another code. */
export function PasskeyDialog({ onAdded, onClose }: Props) {
  const { profile } = useClassroom();
  const [ticket, setTicket] = useState<string | null>(null);
  const [notice, setNotice] = useState<NoticeContent | null>(null);
  const { isBusy, send } = useSubmission();

  const add = async (proof: string) => {
    setNotice(null);
    const outcome = await send({ at: Date.now() }, async () => {
      const { addPasskey } = await import("./passkey.ts");
      const reason = await addPasskey(proof);
      if (reason) setNotice({ kind: "wrong", text: reason });
      else onAdded();
    });
    if (outcome.isSent) return;
    setNotice({ kind: "wrong", text: outcome.text });
    if (outcome.error instanceof ApiError && outcome.error.code === "DEAD_TICKET") setTicket(null);
  };

  return (
    <Dialog title="Add a passkey" onClose={onClose}>
      {ticket === null ? (
        <CodeStep
          phone={profile}
          action={{ text: "Next", run: async (proof) => setTicket(proof) }}
          cancel="Cancel"
          onClose={onClose}
        >
          Add a passkey only on a phone or computer that is yours. To confirm that it is you, we send a code to
        </CodeStep>
      ) : (
        <div className={`${styles.step} grid gap-5`}>
          <p className="text-ink-2">
            Press the button, then choose in the window of your browser where to keep the passkey.
          </p>
          <Message notice={notice} onDismiss={() => setNotice(null)} />
          <ButtonRow>
            <Button isBusy={isBusy} onClick={() => add(ticket)}>
              Create passkey
            </Button>
            <Button look="line" onClick={onClose}>
              Cancel
            </Button>
          </ButtonRow>
        </div>
      )}
    </Dialog>
  );
}
