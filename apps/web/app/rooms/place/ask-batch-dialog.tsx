import type { OwnPlace } from "@shoreline/contract";
import { type FormEvent, useState } from "react";
import { readForm } from "../../lib/submission.ts";
import { Button } from "../../ui/button.tsx";
import { ButtonRow } from "../../ui/button-row.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Field, focusFirstFault } from "../../ui/field.tsx";
import { Message } from "../../ui/message.tsx";
import { BatchChoice } from "./batch-choice.tsx";
import { placeClient } from "./client.ts";
import * as styles from "./place.module.css";
import { usePlaceChange } from "./queries.ts";
import { WaitButton } from "./wait-button.tsx";
import { batchText } from "./words.ts";

type Props = { courseId: string; place: OwnPlace; onDone(news: string): void; onClose(): void };

export function AskBatchDialog({ courseId, place, onDone, onClose }: Props) {
  const { isBusy, fault, run, dismiss } = usePlaceChange(courseId);
  const [missing, setMissing] = useState<Record<string, string>>({});
  const { batches, isAcceptedAtOnce } = place;
  const full = batches.filter(
    ({ batchId, seatsLeft }) => seatsLeft === 0 && !place.waiting.some(({ batch }) => batch.batchId === batchId),
  );
  const faults = { ...missing, ...fault?.fields };
  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const { batchId, reason } = readForm(form, ["batchId", "reason"]);
    const found = {
      ...(batchId ? {} : { batchId: "Choose a batch" }),
      ...(reason.length < 3 ? { reason: "Say why, in a few words" } : {}),
    };
    setMissing(found);
    if (Object.keys(found).length > 0) return focusFirstFault(form);
    if (await run(() => placeClient.ask({ courseId, batchId, reason })))
      onDone(
        isAcceptedAtOnce ? "You are in the other batch now." : "Your request is on its way. The answer comes here.",
      );
    else focusFirstFault(form);
  }
  return (
    <Dialog title="Ask for another batch" onClose={onClose}>
      <form noValidate onSubmit={submit} className="grid gap-5">
        <p className="text-ink-2">
          What you have attended counts in the other batch too, and there is nothing more to pay.
          {isAcceptedAtOnce
            ? " You change at once."
            : " Our staff look at it, and you read the answer in your schedule."}
        </p>
        {batches.length === 0 ? <p>No other batch of this course takes learners at the moment.</p> : null}
        {batches.length > 0 ? <BatchChoice legend="Batch" batches={batches} error={faults.batchId} /> : null}
        {full.map((one) => (
          <div key={one.batchId} className="grid justify-items-start gap-1">
            <p className="text-s text-ink-2">{batchText(one)} is full.</p>
            <WaitButton
              courseId={courseId}
              batchId={one.batchId}
              onDone={() => onDone("You are on the waiting list.")}
            />
          </div>
        ))}
        <Field kind="textarea" label="Why" name="reason" rows={3} maxLength={300} error={faults.reason} />
        <Message notice={fault ? { kind: "wrong", text: fault.text } : null} onDismiss={dismiss} />
        <div className={styles.keys}>
          <ButtonRow>
            <Button type="submit" isBusy={isBusy} disabled={batches.length === 0}>
              {isAcceptedAtOnce ? "Change the batch" : "Send the request"}
            </Button>
            <Button look="line" onClick={onClose}>
              Cancel
            </Button>
          </ButtonRow>
        </div>
      </form>
    </Dialog>
  );
}
