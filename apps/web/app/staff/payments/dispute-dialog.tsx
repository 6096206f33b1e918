import type { StaffDispute } from "@shoreline/contract";
import { disputeDecisions } from "@shoreline/domain/payment";
import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { Dialog } from "../../ui/dialog.tsx";
import { focusFirstFault } from "../../ui/field.tsx";
import { refundClient } from "../client.ts";
import { Button, ButtonRow, Field } from "../controls.tsx";
import * as forms from "../forms.module.css";
import { moneyText } from "../money.ts";
import { TaskProblem } from "../task-problem.tsx";
import { useTask } from "../use-task.ts";
import { paymentsKey } from "./payment-queries.ts";

type Decision = (typeof disputeDecisions)[number];

const decisionTexts: Record<Decision, { text: string; more: string }> = {
  "given up": { text: "Give the fee up", more: "A credit note takes the invoice back, and the payer gets it by mail." },
  "still owed": {
    text: "The fee is still owed",
    more: "The invoice stays. Your note says how you will get the money.",
  },
};

type Props = { dispute: StaffDispute; onDone(news: string): void; onClose(): void };

/** The bank has taken the money: what becomes of fee and access. */
export function DisputeDialog({ dispute, onDone, onClose }: Props) {
  const task = useTask();
  const queries = useQueryClient();
  const [decision, setDecision] = useState<Decision>("given up");
  const [endsAccess, setEnds] = useState(false);
  const [note, setNote] = useState("");
  const { disputeId, amountInPaise, course, payer } = dispute;
  const settle = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const sent = event.currentTarget;
    await task.run(async () => {
      await refundClient.settleDispute({ disputeId, decision, endsAccess, note });
      await queries.invalidateQueries({ queryKey: paymentsKey });
      onDone(decision === "given up" ? "The fee is given up." : "The fee is noted as still owed.");
    });
    focusFirstFault(sent);
  };
  return (
    <Dialog title={`The bank has taken ${moneyText(amountInPaise)} back`} onClose={onClose}>
      <form className={forms.form} onSubmit={settle} noValidate>
        <TaskProblem task={task} />
        <p>{payer ?? "The payer"} asked the bank for the money, and the bank decided against you.</p>
        <fieldset className={forms.choices}>
          <legend>What becomes of the fee</legend>
          {disputeDecisions.map((one) => (
            <label key={one} className={forms.choice}>
              <input type="radio" name="decision" checked={decision === one} onChange={() => setDecision(one)} />
              <span>{decisionTexts[one].text}</span>
              <span className={forms.more}>{decisionTexts[one].more}</span>
            </label>
          ))}
        </fieldset>
        {course ? (
          <label className={forms.choice}>
            <input type="checkbox" checked={endsAccess} onChange={({ target }) => setEnds(target.checked)} />
            <span>End the access to {course}</span>
          </label>
        ) : null}
        <Field
          label="Note, for the books"
          value={note}
          maxLength={300}
          error={task.fields.note}
          onChange={({ target }) => setNote(target.value)}
          required
        />
        <ButtonRow>
          <Button type="submit" look={endsAccess ? "danger" : "sea"} isBusy={task.isBusy}>
            {decision === "given up" ? `Give up ${moneyText(amountInPaise)}` : "Note it as owed"}
          </Button>
          <Button look="line" onClick={onClose}>
            Cancel
          </Button>
        </ButtonRow>
      </form>
    </Dialog>
  );
}
