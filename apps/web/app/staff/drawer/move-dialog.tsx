import type { CashDrawer } from "@shoreline/contract";
import { type FormEvent, useState } from "react";
import { Dialog } from "../../ui/dialog.tsx";
import { focusFirstFault } from "../../ui/field.tsx";
import { saleClient } from "../client.ts";
import { Button, ButtonRow, Field } from "../controls.tsx";
import { form } from "../forms.module.css";
import { readRupees } from "../money.ts";
import { TaskProblem } from "../task-problem.tsx";
import { PlainProblem, useTask } from "../use-task.ts";

type Props = { drawer: CashDrawer; onDone(news: string): void; onClose(): void };

/** Cash that is no fee: change from the bank, small expenses, what goes to the safe. */
export function MoveDialog({ drawer, onDone, onClose }: Props) {
  const task = useTask();
  const [attemptId] = useState(() => crypto.randomUUID());
  const [way, setWay] = useState("out");
  const [typed, setTyped] = useState("");
  const [reason, setReason] = useState("");
  const move = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const box = event.currentTarget;
    await task.run(async () => {
      const amount = readRupees(typed);
      if (!amount) throw new PlainProblem("Enter an amount, such as 250.");
      const amountInPaise = way === "out" ? -amount : amount;
      await saleClient.moveCash({ drawerId: drawer.drawerId, amountInPaise, reason, attemptId });
      onDone(way === "out" ? "The cash is noted as taken out." : "The cash is noted as put in.");
      onClose();
    });
    focusFirstFault(box);
  };
  return (
    <Dialog title="Put in or take out cash" onClose={onClose}>
      <form className={form} onSubmit={move} noValidate>
        <TaskProblem task={task} />
        <Field kind="select" label="Direction" value={way} onChange={(event) => setWay(event.target.value)}>
          <option value="out">Taken out of the drawer</option>
          <option value="in">Put into the drawer</option>
        </Field>
        <Field
          label="Amount in rupees"
          inputMode="decimal"
          value={typed}
          error={task.fields.amountInPaise}
          onChange={(event) => setTyped(event.target.value)}
          autoComplete="off"
        />
        <Field
          label="What for"
          value={reason}
          error={task.fields.reason}
          onChange={(event) => setReason(event.target.value)}
          maxLength={300}
          autoComplete="off"
          required
        />
        <ButtonRow>
          <Button type="submit" isBusy={task.isBusy}>
            Save
          </Button>
          <Button look="line" onClick={onClose}>
            Cancel
          </Button>
        </ButtonRow>
      </form>
    </Dialog>
  );
}
