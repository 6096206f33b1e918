import type { StaffMe } from "@shoreline/contract";
import { Link } from "react-router";
import { Face } from "../face.tsx";
import { entry } from "../menu.module.css";
import { Menu, MenuAction } from "../menu.tsx";
import { useSignOut } from "../use-sign-out.ts";
import { rolesText } from "../words.ts";
import * as styles from "./person-menu.module.css";

export function PersonMenu({ me }: { me: StaffMe }) {
  const { signOut, problem } = useSignOut();
  return (
    <>
      <span role="alert" className={styles.failed}>
        {problem}
      </span>
      <Menu
        button={(props) => (
          <button type="button" className={styles.person} {...props}>
            <span className={styles.sun} aria-hidden="true">
              <Face name={me.name} photo={me.photo} />
            </span>
            <span className={styles.name}>
              <b>{me.name}</b>
              <span>{rolesText(me.roles)}</span>
            </span>
            <span className="sr-only">, your account</span>
          </button>
        )}
      >
        <Link to="/staff/account" className={entry}>
          Your account
        </Link>
        <MenuAction onChoose={signOut}>Sign out</MenuAction>
      </Menu>
    </>
  );
}
