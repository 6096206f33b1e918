import type { SalePlan } from "@shoreline/contract";
import type { FormEvent } from "react";
import { Dialog } from "../../ui/dialog.tsx";
import { planClient } from "../client.ts";
import { Button, ButtonRow } from "../controls.tsx";
import * as forms from "../forms.module.css";
import { TaskProblem } from "../task-problem.tsx";
import { useTask } from "../use-task.ts";

type Props = { plan: SalePlan; onDone(plan: SalePlan, news: string): void; onClose(): void };

export function StopDialog({ plan, onDone, onClose }: Props) {
  const task = useTask();
  const stop = (event: FormEvent) => {
    event.preventDefault();
    return task.run(async () => {
      onDone(await planClient.stopAutomatic({ saleId: plan.saleId }), "Automatic payments are stopped.");
    });
  };
  return (
    <Dialog title="Stop automatic payments" onClose={onClose}>
      <form className={forms.form} onSubmit={stop} noValidate>
        <p>
          {plan.learner} is told, and pays each part by its link or at the desk. A payment that is under way may still
          be taken.
        </p>
        <TaskProblem task={task} />
        <ButtonRow>
          <Button type="submit" isBusy={task.isBusy}>
            Stop automatic payments
          </Button>
          <Button look="line" onClick={onClose}>
            Cancel
          </Button>
        </ButtonRow>
      </form>
    </Dialog>
  );
}
