import { Link, NavLink } from "react-router";
import { part } from "./part.tsx";
import * as styles from "./top-bar.module.css";

export function Logo({ name, className = "" }: { name: string; className?: string }) {
  return (
    <Link to="/" className={`${styles.logo} ${className}`}>
      <img src="/icon.svg" alt="" width="34" height="34" />
      {name}
    </Link>
  );
}

export const BarLink = part(NavLink, styles.link);
