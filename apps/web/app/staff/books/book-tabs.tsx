import { Link, useLocation } from "react-router";
import * as styles from "../tabs.module.css";

const tabs = [
  { to: "/staff/books", text: "Documents" },
  { to: "/staff/books/settlements", text: "Settlements" },
];

/** What was invoiced, and what the bank got of it. Both show the same month. */
export function BookTabs({ month }: { month: string | undefined }) {
  const { pathname } = useLocation();
  return (
    <nav className={styles.tabs} aria-label="Books">
      {tabs.map(({ to, text }) => (
        <Link
          key={to}
          to={{ pathname: to, search: month ? `?month=${month}` : "" }}
          className={styles.tab}
          aria-current={pathname === to ? "page" : undefined}
        >
          {text}
        </Link>
      ))}
    </nav>
  );
}
