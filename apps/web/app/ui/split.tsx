import type { ReactNode } from "react";
import * as styles from "./section.module.css";
import { Plate } from "./section.tsx";

type Props = { id: string; number: number; title: string; text?: ReactNode; children: ReactNode };

/** A numbered section: a narrow column with a sticky heading, and a wide one with the content. */
export function Split({ id, number, title, text, children }: Props) {
  return (
    <section className={`${styles.split} wrap`} aria-labelledby={id}>
      <div className={styles.splitHead}>
        <Plate>{number}</Plate>
        <h2 id={id} className="mt-5 text-2xl">
          {title}
        </h2>
        {text ? <div className="mt-3 text-ink-2">{text}</div> : null}
      </div>
      <div>{children}</div>
    </section>
  );
}
