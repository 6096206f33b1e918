import type { Purchase } from "@shoreline/contract";
import type { RefObject } from "react";
import { NavLink } from "react-router";
import { signOut } from "../rooms/account/sign-out.ts";
import { Drawer } from "../ui/drawer.tsx";
import { Icon } from "../ui/icon.tsx";
import { Logo, type Sign } from "../ui/top-bar.tsx";
import { screens } from "./links.ts";
import * as entry from "./menu-link.module.css";
import * as styles from "./side-menu.module.css";

type Props = { menu: RefObject<HTMLDialogElement | null>; sign: Sign; purchases: Purchase[] };

/** For small windows: the classes of each course, and every screen. */
export function SideMenu({ menu, sign, purchases }: Props) {
  const close = () => menu.current?.close();
  return (
    <Drawer menu={menu} className={styles.menu}>
      <Logo name={sign.name} logo={sign.logo} />
      <h2 className={styles.title}>Classes &amp; Schedules</h2>
      <nav aria-label="Classes and schedules" className="grid">
        {purchases.length === 0 ? <p className="py-2 text-s text-ink-2">No courses yet</p> : null}
        {purchases.map(({ course }) => (
          <NavLink
            key={course.courseId}
            to={`/dashboard/schedule/${encodeURIComponent(course.courseId)}`}
            className={entry.link}
            onClick={close}
          >
            <Icon name="calendar" />
            {course.courseName}
          </NavLink>
        ))}
      </nav>
      <h2 className={styles.title}>Screens</h2>
      <nav aria-label="Screens" className="grid">
        {screens.map(({ to, text, icon }) => (
          <NavLink key={to} to={to} className={entry.link} onClick={close}>
            <Icon name={icon} />
            {text}
          </NavLink>
        ))}
      </nav>
      <a
        href="/"
        className={`${entry.link} mt-4 border-t border-rule`}
        onClick={(event) => {
          event.preventDefault();
          signOut("/");
        }}
      >
        <Icon name="out" />
        Logout
      </a>
    </Drawer>
  );
}
