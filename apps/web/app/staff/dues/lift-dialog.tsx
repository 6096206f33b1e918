import type { SalePlan } from "@shoreline/contract";
import { addDays } from "@shoreline/domain/batch";
import type { FormEvent } from "react";
import { Dialog } from "../../ui/dialog.tsx";
import { planClient } from "../client.ts";
import { Button, ButtonRow } from "../controls.tsx";
import { DateField } from "../date/date-field.tsx";
import * as forms from "../forms.module.css";
import { TaskProblem } from "../task-problem.tsx";
import { useTask } from "../use-task.ts";

type Props = { plan: SalePlan; onDone(plan: SalePlan, news: string): void; onClose(): void };

/** A week, unless staff agree on another day. */
const usualDays = 7;

export function LiftDialog({ plan, onDone, onClose }: Props) {
  const task = useTask();
  const save = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const until = String(new FormData(event.currentTarget).get("until") ?? "");
    return task.run(async () => {
      const { saleId, version } = plan;
      const next = await planClient.lift({ saleId, version, until });
      onDone(next, plan.isOnHold ? "Classes can be joined again. The learner is told." : "The learner has more time.");
    });
  };
  return (
    <Dialog title={plan.isOnHold ? "Lift the restriction" : "Give more time"} onClose={onClose}>
      <form className={forms.form} onSubmit={save} noValidate>
        <p>
          {plan.isOnHold
            ? `${plan.learner} can join classes at once, and gets a message.`
            : `${plan.learner} can join classes although something is overdue.`}{" "}
          What is open stays open; reminders go on.
        </p>
        <TaskProblem task={task} />
        <DateField
          label="Joining is not restricted before"
          name="until"
          defaultValue={addDays(plan.today, usualDays)}
        />
        {task.fields.until ? <p className={forms.fault}>{task.fields.until}</p> : null}
        <ButtonRow>
          <Button type="submit" isBusy={task.isBusy}>
            {plan.isOnHold ? "Lift the restriction" : "Give more time"}
          </Button>
          <Button look="line" onClick={onClose}>
            Cancel
          </Button>
        </ButtonRow>
      </form>
    </Dialog>
  );
}
