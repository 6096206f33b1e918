import * as styles from "./list-head.module.css";
import { Plate } from "./section.tsx";

type Props = { id?: string; count: number; title: string; note?: string | undefined };

/** Above a list: how many it has on an enamel plate, its title, and a note at the far end. */
export function ListHead({ id, count, title, note }: Props) {
  return (
    <div className={styles.head}>
      <Plate aria-hidden="true">{count}</Plate>
      <h2 id={id}>{title}</h2>
      {note ? <p className="ml-auto text-s text-ink-2">{note}</p> : null}
    </div>
  );
}
