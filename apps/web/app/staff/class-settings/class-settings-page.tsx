import type { ReactNode } from "react";
import { Link, useLocation } from "react-router";
import { PageHead } from "../page-head.tsx";
import { may, useMe } from "../queries.ts";
import { scrollToTab } from "../scroll-to-tab.ts";
import * as styles from "../tabs.module.css";

const tabs = [
  { to: "/staff/class-settings", text: "Days without classes" },
  { to: "/staff/class-settings/rooms", text: "Campus rooms" },
  { to: "/staff/class-settings/trainers", text: "Trainers" },
  { to: "/staff/class-settings/recordings", text: "Recordings" },
];
const behindTab = { to: "/staff/class-settings/progress", text: "Falling behind" };

/** The head and the tabs of the class settings, around one of them. */
export function ClassSettingsPage({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  const me = useMe();
  const shown = may(me, "change class settings") ? [...tabs, behindTab] : tabs;
  return (
    <>
      <PageHead title="Class settings" about="When there are no classes, where they are held, and who teaches when." />
      <nav className={styles.tabs} aria-label="Class settings">
        {shown.map(({ to, text }) => (
          <Link
            key={to}
            to={to}
            ref={pathname === to ? scrollToTab : undefined}
            className={styles.tab}
            aria-current={pathname === to ? "page" : undefined}
          >
            {text}
          </Link>
        ))}
      </nav>
      {children}
    </>
  );
}
