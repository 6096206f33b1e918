import type { ReactNode } from "react";

type Props = { id: string; number: number; title: string; text?: ReactNode; children: ReactNode };

/** A numbered section with its heading in a narrow column, where it stays in sight, and its matter in a wide one. */
export function Split({ id, number, title, text, children }: Props) {
  return (
    <section className="split wrap" aria-labelledby={id}>
      <div className="split-head">
        <span className="plate">{number}</span>
        <h2 id={id}>{title}</h2>
        {text ? <div className="mt-3 text-ink-2">{text}</div> : null}
      </div>
      <div>{children}</div>
    </section>
  );
}
