import { Dialog } from "../../ui/dialog.tsx";
import { ConflictForm } from "../conflict-form.tsx";
import { useTask } from "../use-task.ts";
import { conflictingFields, fieldText, type LeadConflict, type LeadEdit, withoutFields } from "./lead-change.ts";
import { useOwners } from "./lead-queries.ts";

type Props = {
  conflict: LeadConflict;
  save(edit: LeadEdit): Promise<void>;
  /** Nothing of one's own is left to save. */
  onKeepTheirs(): void;
  onClose(): void;
};

/** A colleague changed the same: both values side by side. */
export function LeadConflictDialog({ conflict, save, onKeepTheirs, onClose }: Props) {
  const task = useTask();
  const owners = useOwners().data?.owners ?? [];
  const { change, theirs } = conflict;
  const names = conflictingFields(conflict);
  const finish = (choices: ("yours" | "theirs")[]) => {
    const left = withoutFields(
      change,
      names.filter((_, at) => choices[at] === "theirs"),
    );
    if (Object.keys(left).length === 0) return onKeepTheirs();
    task.run(() => save({ base: theirs, change: left }));
  };
  return (
    <Dialog title={`${theirs.name} was changed`} onClose={onClose}>
      <ConflictForm
        by={theirs.lastChange}
        fields={names.map((name) => ({
          label: name,
          yours: fieldText(name, change, owners),
          theirs: fieldText(name, theirs, owners),
        }))}
        task={task}
        onSave={finish}
      />
    </Dialog>
  );
}
