import type { ReactNode } from "react";
import * as styles from "./page-head.module.css";

type Props = { title: string; count?: number | string | undefined; about?: string; children?: ReactNode };

/** The name of the room, how many it has, and at the right what to do. */
export function PageHead({ title, count, about, children }: Props) {
  return (
    <div className={styles.head}>
      <h1>{title}</h1>
      {count === undefined ? null : <span className={styles.count}>{count}</span>}
      {about ? <p className={styles.about}>{about}</p> : null}
      {children ? <div className={styles.actions}>{children}</div> : null}
    </div>
  );
}

type SectionProps = { id: string; title: string; count?: number | string; children: ReactNode };

/** A section of a page: an ink rule and its name. */
export function PageSection({ id, title, count, children }: SectionProps) {
  return (
    <section aria-labelledby={id} className={styles.section}>
      <div className={styles.sectionHead}>
        <h2 id={id}>{title}</h2>
        {count === undefined ? null : <span className={styles.count}>{count}</span>}
      </div>
      {children}
    </section>
  );
}
