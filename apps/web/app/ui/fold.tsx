import type { ReactNode } from "react";
import { Icon } from "./icon.tsx";

type Props = { group: string; title: string; number?: number; aside?: string; children: ReactNode };

/** One part of an accordion: of those with the same `group` the browser keeps one open at a time. */
export function Fold({ group, title, number, aside, children }: Props) {
  return (
    <details name={group} className="fold">
      <summary>
        {number === undefined ? null : <span className="fold-number">{number}</span>}
        <h3 className="grow">{title}</h3>
        {aside ? <span className="fold-aside">{aside}</span> : null}
        <Icon name="down" />
      </summary>
      <div className="fold-body">{children}</div>
    </details>
  );
}
