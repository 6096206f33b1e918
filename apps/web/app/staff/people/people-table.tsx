import type { StaffMe, StaffPerson } from "@shoreline/contract";
import { IconButton } from "../controls.tsx";
import { Face } from "../face.tsx";
import { Menu, MenuAction } from "../menu.tsx";
import { type Shape, StatusMark } from "../status-mark.tsx";
import * as table from "../table.module.css";
import { formatWhen } from "../when.ts";
import { mayText, rolesText } from "../words.ts";
import * as styles from "./people-table.module.css";
import { actionsFor, type PersonAction } from "./person-actions.ts";

type Choose = (person: StaffPerson, action: PersonAction) => void;

export function PeopleTable({ people, me, onChoose }: { people: StaffPerson[]; me: StaffMe; onChoose: Choose }) {
  return (
    <table className={`${table.table} ${table.rows}`}>
      <caption className="sr-only">Staff</caption>
      <thead>
        <tr>
          <th>Who</th>
          <th>Role</th>
          <th className={styles.may}>May</th>
          <th>Second step</th>
          <th>Last active</th>
          <th>
            <span className="sr-only">Change</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {people.map((person) => (
          <PersonRow key={person.staffId} person={person} me={me} onChoose={onChoose} />
        ))}
      </tbody>
    </table>
  );
}

function PersonRow({ person, me, onChoose }: { person: StaffPerson; me: StaffMe; onChoose: Choose }) {
  const { shape, text } = secondStep(person);
  return (
    <tr>
      <td>
        <span className={styles.who}>
          <span className={styles.initials} aria-hidden="true">
            <Face name={person.name} photo={person.photo} />
          </span>
          <span className={styles.names}>
            <b>{person.name}</b>
            <span>{person.email}</span>
          </span>
        </span>
      </td>
      <td className={styles.role}>{rolesText(person.roles)}</td>
      <td className={styles.may}>{mayText(person.roles)}</td>
      <td className={styles.step}>
        <StatusMark shape={shape}>{text}</StatusMark>
      </td>
      <td className={`${table.moment} ${styles.seen}`}>
        {person.lastSeenAt ? formatWhen(person.lastSeenAt) : "not yet"}
      </td>
      <td className={`${table.end} ${styles.more}`}>
        <Menu
          button={(props) => (
            <IconButton {...props} icon="dots" label={`More for ${person.name}`} data-row={person.staffId} />
          )}
        >
          {actionsFor(person, me).map(({ action, text, whyNot }) => (
            <MenuAction key={action} whyNot={whyNot} onChoose={() => onChoose(person, action)}>
              {text}
            </MenuAction>
          ))}
        </Menu>
      </td>
    </tr>
  );
}

function secondStep({ state, invitationEndsAt, passkeys, hasAuthenticator }: StaffPerson): {
  shape: Shape;
  text: string;
} {
  if (state === "closed") return { shape: "off", text: "Closed" };
  if (state === "invited") {
    const isOver = invitationEndsAt !== null && Date.parse(invitationEndsAt) < Date.now();
    return isOver ? { shape: "act", text: "Invitation ended" } : { shape: "begun", text: "Invited" };
  }
  if (passkeys > 0) return { shape: "done", text: passkeys === 1 ? "Passkey" : `${passkeys} passkeys` };
  if (hasAuthenticator) return { shape: "half", text: "Authenticator" };
  return { shape: "act", text: "None yet" };
}
