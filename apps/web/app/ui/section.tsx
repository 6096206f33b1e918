import type { ReactNode } from "react";

type HeadProps = { id: string; number?: number; title: string; aside?: ReactNode; children?: ReactNode };

/** A section opens with a rule and an enamel plate, like the house numbers in the old streets. */
export function SectionHead({ id, number, title, aside, children }: HeadProps) {
  return (
    <div className="section-head">
      {number === undefined ? null : <span className="plate">{number}</span>}
      <h2 id={id}>{title}</h2>
      {aside}
      {children}
    </div>
  );
}

export function PageHead({ title, lead }: { title: string; lead?: string }) {
  return (
    <header className="wrap grid gap-5 pt-12 pb-10">
      <h1 className="text-3xl">{title}</h1>
      {lead ? <p className="max-w-prose text-l text-balance text-ink-2">{lead}</p> : null}
    </header>
  );
}
