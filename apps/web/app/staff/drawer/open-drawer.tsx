import { type FormEvent, useState } from "react";
import { saleClient } from "../client.ts";
import { Button, Field } from "../controls.tsx";
import { form } from "../forms.module.css";
import { readRupees } from "../money.ts";
import { PageSection } from "../page-head.tsx";
import { TaskProblem } from "../task-problem.tsx";
import { PlainProblem, useTask } from "../use-task.ts";

export function OpenDrawer({ desk, onDone }: { desk: string; onDone(news: string): void }) {
  const task = useTask();
  const [typed, setTyped] = useState("");
  const open = (event: FormEvent) => {
    event.preventDefault();
    task.run(async () => {
      const countedInPaise = readRupees(typed);
      if (countedInPaise === null) throw new PlainProblem("Enter what is in the drawer, such as 500.");
      await saleClient.openDrawer({ desk, countedInPaise });
      onDone(`The drawer of ${desk} is open.`);
    });
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
        <div>
          <Button type="submit" isBusy={task.isBusy}>
            Open the drawer
          </Button>
        </div>
      </form>
    </PageSection>
  );
}
