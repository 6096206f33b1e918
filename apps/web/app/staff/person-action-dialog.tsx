import type { StaffPerson } from "@shoreline/contract";
import { Dialog } from "../ui/dialog.tsx";
import { Button, ButtonRow } from "./controls.tsx";
import * as styles from "./forms.module.css";
import { actions } from "./person-actions.ts";
import { TaskProblem } from "./task-problem.tsx";
import { useTask } from "./use-task.ts";

type Props = { person: StaffPerson; action: keyof typeof actions; onDone(news: string): void; onClose(): void };

/** Says what will happen before it does. */
export function PersonActionDialog({ person, action, onDone, onClose }: Props) {
  const task = useTask();
  const { entry, button, isHard, before, after, run } = actions[action];
  const confirm = () =>
    task.run(async () => {
      await run(person);
      onDone(after(person));
    });
  return (
    <Dialog title={entry} onClose={onClose}>
      <div className={styles.form}>
        <p>{before(person)}</p>
        <TaskProblem task={task} />
        <ButtonRow>
          <Button look={isHard ? "danger" : "sea"} isBusy={task.isBusy} onClick={confirm}>
            {button}
          </Button>
          <Button look="line" onClick={onClose}>
            Cancel
          </Button>
        </ButtonRow>
      </div>
    </Dialog>
  );
}
