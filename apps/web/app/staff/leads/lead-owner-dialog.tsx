import { type FormEvent, useState } from "react";
import { Dialog } from "../../ui/dialog.tsx";
import { Button, ButtonRow } from "../controls.tsx";
import * as styles from "../forms.module.css";
import { LoadProblem } from "../load-problem.tsx";
import { Loading } from "../loading.tsx";
import { useMe } from "../queries.ts";
import { TaskProblem } from "../task-problem.tsx";
import { useTask } from "../use-task.ts";
import type { LeadDialogProps } from "./lead-dialog-props.ts";
import { useOwners } from "./lead-queries.ts";

/** Saved by a button, not by the choice: the arrow keys go past colleagues who would be notified. */
export function LeadOwnerDialog({ lead, save, onClose }: LeadDialogProps) {
  const me = useMe();
  const task = useTask();
  const { data, error, refetch } = useOwners();
  const [ownerId, setOwnerId] = useState(lead.owner?.staffId ?? null);
  const owners = data?.owners ?? [];
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (ownerId === (lead.owner?.staffId ?? null)) return onClose();
    const name = owners.find(({ staffId }) => staffId === ownerId)?.name;
    const news = name ? `${name} is the owner now.` : "Nobody is the owner now.";
    task.run(() => save({ base: lead, change: { ownerId } }, news));
  };
  return (
    <Dialog title={`Owner of ${lead.name}`} onClose={onClose}>
      {error ? <LoadProblem what="The list of owners" error={error} onRetry={refetch} /> : null}
      {data || error ? null : <Loading lines={3} />}
      {data ? (
        <form className={styles.form} onSubmit={submit}>
          <TaskProblem task={task} />
          <fieldset className={styles.choices}>
            <legend>Owner</legend>
            {[{ staffId: null, name: "Nobody" }, ...owners].map(({ staffId, name }) => (
              <label key={staffId} className={styles.choice}>
                <input type="radio" name="owner" checked={staffId === ownerId} onChange={() => setOwnerId(staffId)} />
                <span>{staffId === me.staffId ? `${name} (you)` : name}</span>
              </label>
            ))}
          </fieldset>
          <ButtonRow>
            <Button type="submit" isBusy={task.isBusy}>
              Save the owner
            </Button>
            <Button look="line" onClick={onClose}>
              Cancel
            </Button>
          </ButtonRow>
        </form>
      ) : null}
    </Dialog>
  );
}
