import type { StaffMe } from "@shoreline/contract";
import { useState } from "react";
import { Link, useNavigate } from "react-router";
import { staffClient } from "./client.ts";
import { entry } from "./menu.module.css";
import { Menu, MenuAction } from "./menu.tsx";
import * as styles from "./person-menu.module.css";
import { initials, rolesText } from "./words.ts";

export function PersonMenu({ me }: { me: StaffMe }) {
  const navigate = useNavigate();
  const [hasFailed, setFailed] = useState(false);
  const signOut = async () => {
    try {
      await staffClient.signOut({});
      navigate("/staff/sign-in");
    } catch (error) {
      console.warn(error);
      setFailed(true);
    }
  };
  return (
    <>
      <span role="alert" className={styles.failed}>
        {hasFailed ? "You are still signed in. Please try again." : ""}
      </span>
      <Menu
        button={(props) => (
          <button type="button" className={styles.person} {...props}>
            <span className={styles.sun} aria-hidden="true">
              {initials(me.name).slice(0, 1)}
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
