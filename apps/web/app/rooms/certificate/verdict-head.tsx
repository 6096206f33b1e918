import type { ReactNode } from "react";
import { Mark } from "./mark.tsx";
import * as styles from "./verdict.module.css";

type Props = { name: string; shape: ReactNode; title: string; text: string };

/** `name`: of the file. */
export function VerdictHead({ name, shape, title, text }: Props) {
  return (
    <header className={styles.head}>
      <Mark shape={shape} />
      <div>
        <p className={styles.file}>{name}</p>
        <h3 tabIndex={-1}>{title}</h3>
        <p>{text}</p>
      </div>
    </header>
  );
}
