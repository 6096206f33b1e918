import { Link } from "react-router";
import * as styles from "./crumbs.module.css";

export const home = { text: "Home", to: "/" };

/** Breadcrumbs. */
export function Crumbs({ steps, here }: { steps: { text: string; to: string }[]; here: string }) {
  return (
    <nav aria-label="Breadcrumb">
      <ol className={styles.crumbs}>
        {steps.map(({ text, to }) => (
          <li key={to}>
            <Link to={to}>{text}</Link>
          </li>
        ))}
        <li aria-current="page">{here}</li>
      </ol>
    </nav>
  );
}
