import type { SalePlan } from "@shoreline/contract";
import { addDays } from "@shoreline/domain/batch";
import { mostDues, type PlannedDue, whyNotPlan } from "@shoreline/domain/instalments";
import { type FormEvent, useId, useState } from "react";
import { Dialog } from "../../ui/dialog.tsx";
import * as look from "../../ui/field.module.css";
import { planClient } from "../client.ts";
import * as controls from "../controls.module.css";
import { Button, ButtonRow, Field, IconButton } from "../controls.tsx";
import { DateInput } from "../date/date-input.tsx";
import * as forms from "../forms.module.css";
import { readRupees } from "../money.ts";
import { TaskProblem } from "../task-problem.tsx";
import { useTask } from "../use-task.ts";
import { rupeesOf } from "./due-words.ts";
import * as styles from "./plan-dialog.module.css";

type Props = { plan: SalePlan; onDone(plan: SalePlan, news: string): void; onClose(): void };
type Row = { key: number; rupees: string; dueOn: string };

/** New amounts and days for what is open; the sum stays, and the dialog says what is missing. */
export function PlanDialog({ plan, onDone, onClose }: Props) {
  const task = useTask();
  const id = useId();
  const [rows, setRows] = useState<Row[]>(() =>
    plan.dues
      .filter(({ payUrl }) => payUrl)
      .map(({ amountInPaise, dueOn }, key) => ({ key, rupees: String(amountInPaise / 100), dueOn })),
  );
  const dues: PlannedDue[] = rows.map(({ rupees, dueOn }) => ({
    amountInPaise: readRupees(rupees) ?? Number.NaN,
    dueOn,
  }));
  const why = whyNotPlan(dues, plan.openInPaise);
  const sum = dues.reduce((total, { amountInPaise }) => total + (amountInPaise || 0), 0);
  const set = (key: number, change: Partial<Row>) =>
    setRows(rows.map((row) => (row.key === key ? { ...row, ...change } : row)));
  const add = () => {
    const last = rows.at(-1);
    const key = Math.max(-1, ...rows.map((row) => row.key)) + 1;
    const rest = Math.max(0, plan.openInPaise - sum) / 100;
    setRows([...rows, { key, rupees: rest ? String(rest) : "", dueOn: addDays(last?.dueOn ?? plan.today, 30) }]);
  };
  const save = (event: FormEvent) => {
    event.preventDefault();
    return task.run(async () => {
      const { saleId, version } = plan;
      onDone(await planClient.change({ saleId, version, dues }), "The plan is changed.");
    });
  };
  return (
    <Dialog title="Change the plan" onClose={onClose}>
      <form className={forms.form} onSubmit={save} noValidate>
        <p>
          {rupeesOf(plan.openInPaise)} is open. Links that were sent lead to the new amounts; what is paid stays as it
          is.
        </p>
        <TaskProblem task={task} />
        <ol className={styles.rows}>
          {rows.map(({ key, rupees, dueOn }, n) => (
            <li key={key}>
              <Field
                label={`Amount ${n + 1} in ₹`}
                inputMode="decimal"
                value={rupees}
                onChange={(event) => set(key, { rupees: event.target.value })}
              />
              <div className={styles.day}>
                <label htmlFor={`${id}${key}`}>Due on</label>
                <DateInput
                  id={`${id}${key}`}
                  label={`Due day ${n + 1}`}
                  className={`${look.input} ${controls.input}`}
                  value={dueOn}
                  onChange={(day) => set(key, { dueOn: day })}
                />
              </div>
              <IconButton
                icon="x"
                label={`Remove instalment ${n + 1}`}
                disabled={rows.length === 1}
                onClick={() => setRows(rows.filter((row) => row.key !== key))}
              />
            </li>
          ))}
        </ol>
        <p role="status">{why ? `${why}: ${rupeesOf(sum)} of ${rupeesOf(plan.openInPaise)}.` : "The sum is right."}</p>
        {task.fields.dues ? <p className={forms.fault}>{task.fields.dues}</p> : null}
        <ButtonRow>
          <Button look="line" disabled={rows.length >= mostDues} onClick={add}>
            Add an instalment
          </Button>
        </ButtonRow>
        <ButtonRow>
          <Button type="submit" isBusy={task.isBusy} disabled={why !== null}>
            Save the plan
          </Button>
          <Button look="line" onClick={onClose}>
            Cancel
          </Button>
        </ButtonRow>
      </form>
    </Dialog>
  );
}
