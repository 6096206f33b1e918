import type { LastChange, StaffPerson } from "@shoreline/contract";
import { mayDo, type StaffRole } from "@shoreline/domain/staff";
import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { Dialog } from "../../ui/dialog.tsx";
import { isRefused, staffClient } from "../client.ts";
import { ConflictForm } from "../conflict-form.tsx";
import { Button, ButtonRow } from "../controls.tsx";
import * as styles from "../forms.module.css";
import { peopleKey } from "../queries.ts";
import { TaskProblem } from "../task-problem.tsx";
import { useTask } from "../use-task.ts";
import { rolesText } from "../words.ts";
import { useHandOver } from "./hand-over.tsx";
import { RoleChoices } from "./role-choices.tsx";

/** Owners may read the log. Without an answer the conflict is shown all the same. */
async function findLastChange(staffId: string): Promise<LastChange | null> {
  const { entries } = await staffClient.audit({ thingId: staffId }).catch(() => ({ entries: [] }));
  return entries.find(({ before }) => before !== null) ?? null;
}

type Props = { person: StaffPerson; onDone(news: string): void; onClose(): void };

/** Gives a person other roles. When a colleague was quicker, both versions are shown and one is chosen. */
export function RolesDialog({ person: opened, onDone, onClose }: Props) {
  const queries = useQueryClient();
  const task = useTask();
  const [person, setPerson] = useState(opened);
  const [roles, setRoles] = useState<StaffRole[]>(opened.roles);
  const [conflict, setConflict] = useState<{ by: LastChange | null } | null>(null);
  const { staffId, name, version } = person;
  const { isReady, field, handOver } = useHandOver(opened);
  const keepsLeads = (chosen: StaffRole[]) => mayDo(chosen, "change leads");

  const change = (chosen: StaffRole[]) =>
    task.run(async () => {
      try {
        const changed = await staffClient.changeRoles({ staffId, roles: chosen, version });
        const moved = keepsLeads(chosen) ? "" : await handOver();
        onDone(`${name} now has these roles: ${rolesText(changed.roles)}.${moved}`);
      } catch (error) {
        if (!isRefused(error, "CHANGED_MEANWHILE")) throw error;
        const { people } = await queries.fetchQuery({
          queryKey: peopleKey,
          queryFn: () => staffClient.people({}),
          staleTime: 0,
        });
        setPerson(people.find((one) => one.staffId === staffId) ?? person);
        setConflict({ by: await findLastChange(staffId) });
      }
    });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    change(roles);
  };

  return (
    <Dialog title={`Roles of ${name}`} onClose={onClose}>
      {conflict ? (
        <ConflictForm
          by={conflict.by}
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
          {keepsLeads(roles) ? null : field}
          <p>The change takes effect at once, wherever {name} is signed in.</p>
          <ButtonRow>
            <Button type="submit" isBusy={task.isBusy} disabled={!isReady && !keepsLeads(roles)}>
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
