import { roleSummaries, type StaffRole, staffRoles } from "@shoreline/domain/staff";
import { useId } from "react";
import * as styles from "../forms.module.css";
import { capitalise } from "../words.ts";

type Props = { value: readonly StaffRole[]; error?: string | undefined; onChange(roles: StaffRole[]): void };

/** Checkboxes, each with what the role may do. */
export function RoleChoices({ value, error, onChange }: Props) {
  const id = useId();
  const toggle = (role: StaffRole) => onChange(staffRoles.filter((one) => (one === role) !== value.includes(one)));
  return (
    <fieldset className={styles.choices} aria-describedby={error ? id : undefined}>
      <legend>Roles</legend>
      {staffRoles.map((role) => (
        <label key={role} className={styles.choice}>
          <input type="checkbox" checked={value.includes(role)} onChange={() => toggle(role)} />
          <span>{capitalise(role)}</span>
          <span className={styles.more}>{roleSummaries[role]}</span>
        </label>
      ))}
      {error ? (
        <p id={id} className={styles.fault}>
          {error}
        </p>
      ) : null}
    </fieldset>
  );
}
