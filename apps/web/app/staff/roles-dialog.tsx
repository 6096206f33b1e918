import type { StaffPerson } from "@shoreline/contract";
import type { StaffRole } from "@shoreline/domain/staff";
import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { Dialog } from "../ui/dialog.tsx";
import { isRefused, staffClient } from "./client.ts";
import { ConflictForm } from "./conflict-form.tsx";
import { Button, ButtonRow } from "./controls.tsx";
import * as styles from "./forms.module.css";
import { peopleKey } from "./queries.ts";
import { RoleChoices } from "./role-choices.tsx";
import { TaskProblem } from "./task-problem.tsx";
import { useTask } from "./use-task.ts";
import { rolesText } from "./words.ts";

type Props = { person: StaffPerson; onDone(news: string): void; onClose(): void };

/** Gives a person other roles. When a colleague was quicker, both versions are shown and one is chosen. */
export function RolesDialog({ person: opened, onDone, onClose }: Props) {
  const queries = useQueryClient();
  const task = useTask();
  const [person, setPerson] = useState(opened);
  const [roles, setRoles] = useState<StaffRole[]>(opened.roles);
  const [isConflict, setConflict] = useState(false);
  const { staffId, name, version } = person;

  const change = (chosen: StaffRole[]) =>
    task.run(async () => {
      try {
        const changed = await staffClient.changeRoles({ staffId, roles: chosen, version });
        onDone(`${name} now has these roles: ${rolesText(changed.roles)}.`);
      } catch (error) {
        if (!isRefused(error, "CHANGED_MEANWHILE")) throw error;
        const { people } = await queries.fetchQuery({
          queryKey: peopleKey,
          queryFn: () => staffClient.people({}),
          staleTime: 0,
        });
        setPerson(people.find((one) => one.staffId === staffId) ?? person);
        setConflict(true);
      }
    });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    change(roles);
  };

  return (
    <Dialog title={`Roles of ${name}`} onClose={onClose}>
      {isConflict ? (
        <ConflictForm
          fields={[{ label: "Roles", yours: rolesText(roles), theirs: rolesText(person.roles) }]}
          task={task}
          onSave={([choice]) =>
            choice === "yours" ? change(roles) : onDone(`${name} keeps the roles that your colleague gave.`)
          }
        />
      ) : (
        <form className={styles.form} onSubmit={submit}>
          <TaskProblem task={task} />
          <RoleChoices value={roles} error={task.fields.roles} onChange={setRoles} />
          <p>The change takes effect at once, wherever {name} is signed in.</p>
          <ButtonRow>
            <Button type="submit" isBusy={task.isBusy}>
              Save the roles
            </Button>
            <Button look="line" onClick={onClose}>
              Cancel
            </Button>
          </ButtonRow>
        </form>
      )}
    </Dialog>
  );
}
