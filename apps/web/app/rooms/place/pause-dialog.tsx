import type { OwnPlace } from "@shoreline/contract";
import { addDays, dayAt } from "@shoreline/domain/batch";
import { type FormEvent, useState } from "react";
import { useClassroom } from "../../lib/classroom.ts";
import { readForm } from "../../lib/submission.ts";
import { Button } from "../../ui/button.tsx";
import { ButtonRow } from "../../ui/button-row.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Field, focusFirstFault } from "../../ui/field.tsx";
import { Message } from "../../ui/message.tsx";
import { placeClient } from "./client.ts";
import * as styles from "./place.module.css";
import { usePlaceChange } from "./queries.ts";

type Props = { courseId: string; place: OwnPlace; onDone(news: string): void; onClose(): void };

export function PauseDialog({ courseId, place, onDone, onClose }: Props) {
  const { institute } = useClassroom();
  const { isBusy, fault, run, dismiss } = usePlaceChange(courseId);
  const [missing, setMissing] = useState<Record<string, string>>({});
  const today = dayAt(new Date(place.now), institute.timeZone);
  const faults = { ...missing, ...fault?.fields };
  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const { until, reason } = readForm(form, ["until", "reason"]);
    const found = {
      ...(until ? {} : { until: "Choose a day" }),
      ...(reason.length < 3 ? { reason: "Say why, in a few words" } : {}),
    };
    setMissing(found);
    if (Object.keys(found).length > 0) return focusFirstFault(form);
    if (await run(() => placeClient.pause({ courseId, until, reason }))) onDone("Your course is paused.");
    else focusFirstFault(form);
  }
  return (
    <Dialog title="Pause this course" onClose={onClose}>
      <form noValidate onSubmit={submit} className="grid gap-5">
        <p className="text-ink-2">
          Your seat goes to somebody else. You keep the course, and go on in any batch that has a seat, with all that
          you have attended. Fees are due on the same days, and certificates stay.
        </p>
        <Field
          label={`Until, at most ${place.longestPause} days from now`}
          type="date"
          name="until"
          min={addDays(today, 1)}
          max={addDays(today, place.longestPause)}
          error={faults.until}
        />
        <Field kind="textarea" label="Why" name="reason" rows={3} maxLength={300} error={faults.reason} />
        <Message notice={fault ? { kind: "wrong", text: fault.text } : null} onDismiss={dismiss} />
        <div className={styles.keys}>
          <ButtonRow>
            <Button type="submit" isBusy={isBusy}>
              Pause
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
