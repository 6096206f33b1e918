import type { ReactNode } from "react";
import { StaffIcon } from "./icon.tsx";
import * as styles from "./instead.module.css";

type Props = { icon: string; title: string; children: ReactNode };

/** In place of a screen that cannot be shown: what is wrong, and a way on. */
export function Instead({ icon, title, children }: Props) {
  return (
    <section className={styles.instead}>
      <StaffIcon name={icon} />
      <div className={styles.text}>
        <h1>{title}</h1>
        {children}
      </div>
    </section>
  );
}
