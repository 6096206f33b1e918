import type { StaffPerson } from "@shoreline/contract";
import { ConfirmDialog } from "../confirm-dialog.tsx";
import { actions } from "./person-actions.ts";

type Props = { person: StaffPerson; action: keyof typeof actions; onDone(news: string): void; onClose(): void };

export function PersonActionDialog({ person, action, onDone, onClose }: Props) {
  const { entry, button, isHard, before, after, run } = actions[action];
  const confirm = async () => {
    await run(person);
    onDone(after(person));
  };
  return (
    <ConfirmDialog
      title={entry}
      text={before(person)}
      button={button}
      isHard={isHard}
      run={confirm}
      onClose={onClose}
    />
  );
}
