import type { ReactNode } from "react";
import { Dialog } from "../ui/dialog.tsx";
import { Button, ButtonRow } from "./controls.tsx";
import * as styles from "./forms.module.css";
import { TaskProblem } from "./task-problem.tsx";
import { useTask } from "./use-task.ts";

type Props = {
  title: string;
  /** What will happen. */
  text: string;
  /** A verb with its object. */
  button: string;
  isHard: boolean;
  /** False while it is not known yet what will happen. */
  isReady?: boolean;
  run(): Promise<void>;
  onClose(): void;
  /** What there is to choose. */
  children?: ReactNode;
};

/** Says what will happen before it does. */
export function ConfirmDialog({ title, text, button, isHard, isReady = true, run, onClose, children }: Props) {
  const task = useTask();
  // What there is to choose has no place for faults of its own.
  const problem = task.problem && { ...task.problem, text: Object.values(task.fields)[0] ?? task.problem.text };
  return (
    <Dialog title={title} onClose={onClose}>
      <div className={styles.form}>
        <p>{text}</p>
        {children}
        <TaskProblem task={{ ...task, problem }} />
        <ButtonRow>
          <Button
            look={isHard ? "danger" : "sea"}
            isBusy={task.isBusy}
            disabled={!isReady}
            onClick={() => task.run(run)}
          >
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
