import type { Purchase } from "@shoreline/contract";
import { type RefObject, useEffect } from "react";
import { Link, NavLink, useLocation } from "react-router";
import { signOut } from "../rooms/account/sign-out.ts";
import { Icon } from "../ui/icon.tsx";
import { screens } from "./links.ts";
import * as entry from "./menu-link.module.css";
import * as styles from "./side-menu.module.css";

type Props = { menu: RefObject<HTMLDialogElement | null>; name: string; purchases: Purchase[] };

/** On small windows: the classes of each course, and every screen. */
export function SideMenu({ menu, name, purchases }: Props) {
  const { pathname } = useLocation();
  const close = () => menu.current?.close();
  // biome-ignore lint/correctness/useExhaustiveDependencies: going to a screen closes the menu.
  useEffect(close, [pathname]);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a dialog by itself; the click is for its backdrop.
    <dialog
      ref={menu}
      className={`side-menu ${styles.menu}`}
      aria-label="Menu"
      onClick={(event) => event.target === event.currentTarget && close()}
    >
      <div>
        <button type="button" className="icon-button" aria-label="Close menu" onClick={close}>
          <Icon name="x" />
        </button>
        <Link to="/" className="logo">
          <img src="/icon.svg" alt="" width="34" height="34" />
          {name}
        </Link>
        <h2 className={styles.title}>Classes &amp; Schedules</h2>
        <nav aria-label="Classes and schedules" className="grid">
          {purchases.length === 0 ? <p className="py-2 text-s text-ink-2">No course yet</p> : null}
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
      </div>
    </dialog>
  );
}
