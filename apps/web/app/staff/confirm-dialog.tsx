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
  run(): Promise<void>;
  onClose(): void;
};

/** Says what will happen before it does. */
export function ConfirmDialog({ title, text, button, isHard, run, onClose }: Props) {
  const task = useTask();
  return (
    <Dialog title={title} onClose={onClose}>
      <div className={styles.form}>
        <p>{text}</p>
        <TaskProblem task={task} />
        <ButtonRow>
          <Button look={isHard ? "danger" : "sea"} isBusy={task.isBusy} onClick={() => task.run(run)}>
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
