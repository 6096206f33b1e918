import type { StaffRole } from "@shoreline/domain/staff";
import { type FormEvent, useState } from "react";
import { Dialog } from "../../ui/dialog.tsx";
import { focusFirstFault } from "../../ui/field.tsx";
import { staffClient } from "../client.ts";
import { Button, ButtonRow, Field } from "../controls.tsx";
import * as styles from "../forms.module.css";
import { TaskProblem } from "../task-problem.tsx";
import { useTask } from "../use-task.ts";
import { RoleChoices } from "./role-choices.tsx";

type Props = { onDone(news: string): void; onClose(): void };

export function InviteDialog({ onDone, onClose }: Props) {
  const task = useTask();
  const [name, setName] = useState("");
  const [email, setEmail] = useState("");
  const [roles, setRoles] = useState<StaffRole[]>([]);
  const invite = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    await task.run(async () => {
      const person = await staffClient.invite({ name, email, roles });
      onDone(`${person.name} was invited. The link in the e-mail works for 7 days.`);
    });
    focusFirstFault(form);
  };
  return (
    <Dialog title="Invite a colleague" onClose={onClose}>
      <form className={styles.form} onSubmit={invite} noValidate>
        <TaskProblem task={task} />
        <Field
          label="Name"
          value={name}
          error={task.fields.name}
          onChange={(event) => setName(event.target.value)}
          autoComplete="off"
          required
        />
        <Field
          label="E-mail address"
          type="email"
          value={email}
          error={task.fields.email}
          onChange={(event) => setEmail(event.target.value)}
          autoComplete="off"
          required
        />
        <RoleChoices value={roles} error={task.fields.roles} onChange={setRoles} />
        <p>They get an e-mail with a link to set up their sign-in. The link works for 7 days.</p>
        <ButtonRow>
          <Button type="submit" isBusy={task.isBusy}>
            Send the invitation
          </Button>
          <Button look="line" onClick={onClose}>
            Cancel
          </Button>
        </ButtonRow>
      </form>
    </Dialog>
  );
}
