import type { ReactNode } from "react";
import { Horizon } from "../../ui/horizon.tsx";
import * as styles from "./all-done.module.css";

/** A day or a list on which nothing waits. */
export function AllDone({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <section className={styles.done} aria-labelledby="all-done">
      <div className={styles.text}>
        <h2 id="all-done">{title}</h2>
        {children}
      </div>
      <Horizon className={styles.picture} isBleeding />
    </section>
  );
}
