import * as styles from "./verdict.module.css";
import { type Shown, VerdictMark } from "./verdict-mark.tsx";

type Props = { name: string; verdict: Shown; title: string; text: string };

/** `name`: of the file. */
export function VerdictHead({ name, verdict, title, text }: Props) {
  return (
    <header className={styles.head}>
      <VerdictMark verdict={verdict} />
      <div>
        <p className={styles.file}>{name}</p>
        <h3 tabIndex={-1}>{title}</h3>
        <p>{text}</p>
      </div>
    </header>
  );
}
