import type { ReactNode } from "react";
import { Link } from "react-router";
import * as styles from "./tiles.module.css";

type Props = {
  title: string;
  value: string;
  /** Nothing waits, so the number is not loud. */
  isQuiet?: boolean;
  /** The list that it counts, if there is one. */
  to?: string | undefined;
  children: ReactNode;
};

/** A number with its name and a line about it, in a list of the class `tiles`. */
export function Tile({ title, value, isQuiet = false, to, children }: Props) {
  const inside = (
    <>
      <span className={styles.title}>{title}</span>
      <span className={styles.value} data-quiet={isQuiet}>
        {value}
      </span>
      <div className={styles.about}>{children}</div>
    </>
  );
  if (!to) return <div className={styles.tile}>{inside}</div>;
  return (
    <Link to={to} className={styles.tile}>
      {inside}
    </Link>
  );
}
