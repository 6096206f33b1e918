import type { ComponentProps, ReactNode } from "react";
import { part } from "./part.tsx";
import * as styles from "./section.module.css";

type SectionProps = ComponentProps<"section"> & { ground?: "sand" | "foam" };

/** With a background, the section is as wide as the window. */
export function Section({ ground, className = "", children, ...props }: SectionProps) {
  return (
    <section {...props} data-ground={ground} className={`${styles.section} ${ground ? "" : "wrap"} ${className}`}>
      {ground ? <div className="wrap">{children}</div> : children}
    </section>
  );
}

type HeadProps = { id: string; number?: number | undefined; title: string; aside?: ReactNode };

/** A section starts with a line and an enamel plate, like the house numbers in the old streets. */
export function SectionHead({ id, number, title, aside }: HeadProps) {
  return (
    <div className={styles.head}>
      {number === undefined ? null : <Plate>{number}</Plate>}
      <h2 id={id} className="text-2xl">
        {title}
      </h2>
      {aside}
    </div>
  );
}

export const Plate = part("span", styles.plate);

export function PageHead({ title, lead }: { title: string; lead?: string }) {
  return (
    <header className="wrap grid gap-5 pt-12 pb-10">
      <h1 className="text-3xl">{title}</h1>
      {lead ? <p className="max-w-prose text-l text-balance text-ink-2">{lead}</p> : null}
    </header>
  );
}
