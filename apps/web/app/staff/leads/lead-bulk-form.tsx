import type { LeadBulkChange } from "@shoreline/contract";
import { type FormEvent, type ReactNode, useState } from "react";
import { Dialog } from "../../ui/dialog.tsx";
import { focusFirstFault } from "../../ui/field.tsx";
import { Button, ButtonRow } from "../controls.tsx";
import * as styles from "../forms.module.css";
import { TaskProblem } from "../task-problem.tsx";
import { useTask } from "../use-task.ts";

type Props = {
  save(change: LeadBulkChange): Promise<void>;
  onClose(): void;
  title: string;
  button: string;
  change: LeadBulkChange;
  /** What is still to be filled in; nothing is sent before. */
  missing?: string | undefined;
  children(fields: Record<string, string>, missing: string | undefined): ReactNode;
};

/** The dialog of a change to many leads. */
export function BulkForm({ title, button, change, missing, save, onClose, children }: Props) {
  const task = useTask();
  const [isTried, setTried] = useState(false);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    setTried(true);
    if (missing) return;
    await task.run(() => save(change));
    focusFirstFault(form);
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <form className={styles.form} onSubmit={submit} noValidate>
        <TaskProblem task={task} />
        {task.fields.leadIds ? <p className={styles.fault}>{task.fields.leadIds}</p> : null}
        {children(task.fields, isTried ? missing : undefined)}
        <ButtonRow>
          <Button type="submit" isBusy={task.isBusy}>
            {button}
          </Button>
          <Button look="line" onClick={onClose}>
            Cancel
          </Button>
        </ButtonRow>
      </form>
    </Dialog>
  );
}
