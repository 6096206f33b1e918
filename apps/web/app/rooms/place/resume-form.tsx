import type { BatchToJoin } from "@shoreline/contract";
import { type FormEvent, useState } from "react";
import { readForm } from "../../lib/submission.ts";
import { Button } from "../../ui/button.tsx";
import { focusFirstFault } from "../../ui/field.tsx";
import { Message } from "../../ui/message.tsx";
import { BatchChoice } from "./batch-choice.tsx";
import { placeClient } from "./client.ts";
import { usePlaceChange } from "./queries.ts";

type Props = { courseId: string; batches: BatchToJoin[]; onDone(news: string): void };

export function ResumeForm({ courseId, batches, onDone }: Props) {
  const { isBusy, fault, run, dismiss } = usePlaceChange(courseId);
  const [missing, setMissing] = useState("");
  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const { batchId } = readForm(form, ["batchId"]);
    setMissing(batchId ? "" : "Choose a batch");
    if (!batchId) return focusFirstFault(form);
    if (await run(() => placeClient.resume({ courseId, batchId }))) onDone("Welcome back. Your classes are below.");
  }
  if (batches.length === 0)
    return <p>No batch of this course takes learners at the moment. Please look again later.</p>;
  return (
    <form noValidate onSubmit={submit} className="grid w-full justify-items-start gap-4">
      <BatchChoice legend="Go on in" batches={batches} error={missing || fault?.fields.batchId} />
      <Message notice={fault ? { kind: "wrong", text: fault.text } : null} onDismiss={dismiss} />
      <Button type="submit" isBusy={isBusy}>
        Resume the course
      </Button>
    </form>
  );
}
