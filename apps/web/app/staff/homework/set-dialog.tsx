import { useState } from "react";
import { newId } from "../../lib/submission.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { counted } from "../classes/class-words.ts";
import { gradingClient } from "../client.ts";
import { Field } from "../controls.tsx";
import { HomeworkForm } from "./homework-form.tsx";
import { useOwnBatches, useRefreshHomework } from "./homework-queries.ts";

type Props = {
  /** Without one a batch is chosen. */
  classId?: string;
  onDone(news: string): void;
  onClose(): void;
};

export function SetDialog({ classId, onDone, onClose }: Props) {
  const { data } = useOwnBatches({ isEnabled: !classId });
  const refresh = useRefreshHomework();
  const [batchId, setBatchId] = useState("");
  const courseId = data?.batches.find((one) => one.batchId === batchId)?.courseId;
  const filesTo = classId ? { classId } : courseId ? { courseId } : null;
  // The same form again sets it once.
  const [homeworkId] = useState(newId);
  return (
    <Dialog title="Set homework" onClose={onClose}>
      <HomeworkForm
        filesTo={filesTo}
        button="Set the homework"
        onClose={onClose}
        save={async (asked) => {
          const target = classId ? { classId } : batchId ? { batchId } : {};
          const { learners } = await gradingClient.set({ homeworkId, ...target, ...asked });
          await refresh();
          onDone(`The homework is set. ${counted(learners, "learner")} will hear of it.`);
        }}
      >
        {classId
          ? undefined
          : (faults) => (
              <Field
                kind="select"
                label="Batch"
                value={batchId}
                error={faults.batchId}
                onChange={(event) => setBatchId(event.target.value)}
              >
                <option value="">Choose a batch</option>
                {data?.batches.map((one) => (
                  <option key={one.batchId} value={one.batchId}>
                    {one.name}
                  </option>
                ))}
              </Field>
            )}
      </HomeworkForm>
    </Dialog>
  );
}
