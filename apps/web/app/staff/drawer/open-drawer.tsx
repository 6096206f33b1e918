import type { CashDrawer } from "@shoreline/contract";
import { type FormEvent, useState } from "react";
import { focusFirstFault } from "../../ui/field.tsx";
import { saleClient } from "../client.ts";
import { Button, Field } from "../controls.tsx";
import { form } from "../forms.module.css";
import { moneyText, readRupees } from "../money.ts";
import { PageSection } from "../page-head.tsx";
import { TaskProblem } from "../task-problem.tsx";
import { PlainProblem, useTask } from "../use-task.ts";

/** `closed`: the drawer of this desk that was closed today, which is opened again. */
type Props = { desk: string; closed: CashDrawer | undefined; onDone(news: string): void };

export function OpenDrawer({ desk, closed, onDone }: Props) {
  const task = useTask();
  const [typed, setTyped] = useState("");
  const [reason, setReason] = useState("");
  const counted = readRupees(typed);
  const before = closed?.countedInPaise ?? null;
  const isOther = before !== null && counted !== null && counted !== before;
  const open = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const box = event.currentTarget;
    await task.run(async () => {
      if (counted === null) throw new PlainProblem("Enter what is in the drawer, such as 500.");
      await saleClient.openDrawer({ desk, countedInPaise: counted, reason });
      onDone(`The drawer of ${desk} is open.`);
    });
    focusFirstFault(box);
  };
  return (
    <PageSection id={`open-${desk}`} title={`${desk}: not open`}>
      <form className={form} onSubmit={open} noValidate>
        <TaskProblem task={task} />
        <Field
          label={`Count in rupees, ${desk}`}
          inputMode="decimal"
          value={typed}
          error={task.fields.countedInPaise}
          onChange={(event) => setTyped(event.target.value)}
          autoComplete="off"
        />
        {isOther ? (
          <Field
            label={`It was closed with ${moneyText(before)}. Why is it another sum now`}
            value={reason}
            error={task.fields.reason}
            onChange={(event) => setReason(event.target.value)}
            maxLength={300}
            autoComplete="off"
            required
          />
        ) : null}
        <div>
          <Button type="submit" isBusy={task.isBusy}>
            Open the drawer
          </Button>
        </div>
      </form>
    </PageSection>
  );
}
