import type { TransferPreview } from "@shoreline/contract";
import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useRef, useState } from "react";
import { newId } from "../../lib/submission.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { focusFirstFault } from "../../ui/field.tsx";
import { isRefused, transferClient } from "../client.ts";
import { Button, ButtonRow } from "../controls.tsx";
import { BatchFields } from "../enrol/course-step.tsx";
import { batchText } from "../enrol/enrol-words.ts";
import * as forms from "../forms.module.css";
import { LoadProblem } from "../load-problem.tsx";
import { Loading } from "../loading.tsx";
import { moneyText } from "../money.ts";
import { may, useMe } from "../queries.ts";
import { TaskProblem } from "../task-problem.tsx";
import { PlainProblem, useTask } from "../use-task.ts";
import { holdersText } from "../words.ts";
import { paymentsKey, useTransfer } from "./payment-queries.ts";
import { DifferenceFields, ReasonField } from "./transfer-difference.tsx";
import { emptyTransfer, readBatch, readDifference, type TransferForm, toTransfer, whyNotTo } from "./transfer-form.ts";
import { ToFields } from "./transfer-to.tsx";

type Props = {
  purchaseId: string;
  /** Null: this order has nothing to refund, or one may not ask. */
  onRefund: ((amountInPaise: number) => void) | null;
  onDone(news: string): void;
  onClose(): void;
};

/** Another batch, or another course with what was paid. What is not possible is said before the form is sent. */
export function TransferDialog({ purchaseId, onDone, onClose, ...props }: Props) {
  const [form, setForm] = useState(emptyTransfer);
  const { data, error, refetch, isPlaceholderData } = useTransfer(purchaseId, form.courseId || undefined);
  return (
    <Dialog title={data ? `Transfer ${data.learner}` : "Transfer"} onClose={onClose}>
      {data ? (
        <Fields
          {...{ ...props, form, preview: data, areBatchesHere: !isPlaceholderData, onDone, onClose }}
          onChange={(change) => setForm({ ...form, ...change })}
        />
      ) : null}
      {error && !data ? <LoadProblem what="The transfer" error={error} onRetry={refetch} /> : null}
      {data || error ? null : <Loading lines={4} />}
    </Dialog>
  );
}

type FieldsProps = Omit<Props, "purchaseId"> & {
  form: TransferForm;
  preview: TransferPreview;
  areBatchesHere: boolean;
  onChange(change: Partial<TransferForm>): void;
};

function Fields({ form, preview, areBatchesHere, onRefund, onChange, onDone, onClose }: FieldsProps) {
  const me = useMe();
  const task = useTask();
  const queries = useQueryClient();
  const attempt = useRef({ id: "", content: "" });
  const { course, purchaseId } = preview;
  const mayCourse = may(me, "settle payments");
  const isBatch = form.courseId === course.courseId;
  const difference = readDifference(form, preview);
  const whyNot = difference ? whyNotTo(preview, difference.course) : null;
  // The money comes first: nobody chooses among many batches in vain.
  const isPayable = difference === null || difference.tooMuchInPaise === 0;
  const canSend =
    isPayable &&
    form.batchId !== "" &&
    (isBatch ||
      (mayCourse && difference !== null && !whyNot && !difference.isDiscountWrong && !difference.isAboveLimit));
  const changeBatch = async () => {
    const { batchTime, batchType, batchId } = preview;
    await transferClient.batch({ purchaseId, ...readBatch(form, preview), seen: { batchTime, batchType, batchId } });
    return `${preview.learner} is in the other batch.`;
  };
  const changeCourse = async () => {
    if (!difference) return "";
    const request = toTransfer(form, preview, difference);
    const content = JSON.stringify(request);
    // The same transfer whose answer was lost is not made twice; a changed one is another.
    if (attempt.current.content !== content) attempt.current = { id: newId(), content };
    const made = await transferClient.course({ ...request, attemptId: attempt.current.id });
    const rest = made.openInPaise > 0 ? ` ${moneyText(made.openInPaise)} is still to be paid.` : "";
    return `${preview.learner} is in ${made.courseName} now.${rest}`;
  };
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const sent = event.currentTarget;
    await task.run(async () => {
      const news = await (isBatch ? changeBatch() : changeCourse()).catch(async (error) => {
        if (!isRefused(error, "CHANGED_MEANWHILE") && !isRefused(error, "PRICE_CHANGED")) throw error;
        await queries.invalidateQueries({ queryKey: paymentsKey });
        throw new PlainProblem("Something has changed meanwhile. Look at the new figures, then send the form again.");
      });
      await queries.invalidateQueries({ queryKey: paymentsKey });
      onDone(news);
    });
    focusFirstFault(sent);
  };
  return (
    <form className={forms.form} onSubmit={send} noValidate>
      <TaskProblem task={task} />
      <ToFields {...{ form, preview, error: task.fields.courseId, onChange }} />
      {mayCourse ? null : <p>You see what another course comes to; only {holdersText("settle payments")} may do it.</p>}
      {preview.why ? (
        <p role="status">
          <b>Another course is not possible now.</b> {preview.why}
        </p>
      ) : null}
      {isBatch ? <p>Now: {batchText(preview)}</p> : null}
      {difference ? (
        <DifferenceFields {...{ form, preview, difference, fields: task.fields, onChange, onRefund }} />
      ) : null}
      {form.courseId && areBatchesHere && isPayable ? (
        <BatchFields
          {...{ batches: preview.batches.filter(({ batchId }) => batchId !== preview.batchId), value: form.batchId }}
          {...{ times: preview.batchTimes, error: task.fields.batchId ?? task.fields.batchTime }}
          onChange={(batchId) => onChange({ batchId })}
        />
      ) : null}
      {difference && isPayable ? (
        <ReasonField {...{ form, preview, difference, fields: task.fields, onChange }} />
      ) : null}
      {form.courseId && areBatchesHere && isPayable && !form.batchId ? <p>Choose a batch to go on.</p> : null}
      <ButtonRow>
        <Button type="submit" isBusy={task.isBusy} disabled={!canSend}>
          {difference ? `Transfer to ${difference.course.name}` : "Transfer"}
        </Button>
        <Button look="line" onClick={onClose}>
          Cancel
        </Button>
      </ButtonRow>
    </form>
  );
}
