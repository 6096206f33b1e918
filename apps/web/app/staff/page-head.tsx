import type { ReactNode } from "react";
import { Link } from "react-router";
import { StaffIcon } from "./icon.tsx";
import * as styles from "./page-head.module.css";

type Props = {
  title: string;
  count?: number | string | undefined;
  about?: string;
  /** The actions have room beside the title on a phone too. */
  isShort?: boolean;
  children?: ReactNode;
};

/** The name of the room, how many it has, and at the right what to do. */
export function PageHead({ title, count, about, isShort = false, children }: Props) {
  return (
    <div className={styles.head}>
      <h1>{title}</h1>
      {count === undefined ? null : <span className={styles.count}>{count}</span>}
      {about ? <p className={styles.about}>{about}</p> : null}
      {children ? (
        <div className={styles.actions} data-short={isShort}>
          {children}
        </div>
      ) : null}
    </div>
  );
}

/** Above the head of a page that belongs to another one. */
export function BackLink({ to, children }: { to: string; children: string }) {
  return (
    <Link to={to} className={styles.back}>
      <StaffIcon name="left" />
      {children}
    </Link>
  );
}

type SectionProps = { id: string; title: string; count?: number | string; way?: ReactNode; children: ReactNode };

/** A section of a page: an ink rule, its name, and at the right the way on. */
export function PageSection({ id, title, count, way, children }: SectionProps) {
  return (
    <section aria-labelledby={id} className={styles.section}>
      <div className={styles.sectionHead}>
        <h2 id={id}>{title}</h2>
        {count === undefined ? null : <span className={styles.count}>{count}</span>}
        {way ? <span className={styles.way}>{way}</span> : null}
      </div>
      {children}
    </section>
  );
}
