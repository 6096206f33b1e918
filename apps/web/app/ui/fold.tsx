import type { ReactNode } from "react";
import * as styles from "./fold.module.css";
import { Icon } from "./icon.tsx";
import { part } from "./part.tsx";

type Props = {
  title: string;
  heading?: "h2" | "h3";
  /** The browser keeps one fold of a group open at a time. */
  group?: string;
  number?: number;
  picture?: ReactNode;
  aside?: string;
  children: ReactNode;
};

/** One part of an accordion. */
export function Fold({ title, heading: Heading = "h3", group, number, picture, aside, children }: Props) {
  return (
    <details name={group} className={styles.fold}>
      <summary>
        {picture}
        {number === undefined ? null : <FoldNumber>{number}</FoldNumber>}
        <Heading className="grow">{title}</Heading>
        {aside ? <span className={styles.aside}>{aside}</span> : null}
        <Icon name="down" />
      </summary>
      {children}
    </details>
  );
}

export const FoldNumber = part("span", styles.number);
