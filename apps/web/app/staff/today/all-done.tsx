import { Horizon } from "../../ui/horizon.tsx";
import * as styles from "./all-done.module.css";

/** A day on which nothing waits. `texts` say of what there is none. */
export function AllDone({ texts }: { texts: string[] }) {
  return (
    <section className={styles.done} aria-labelledby="all-done">
      <div className={styles.text}>
        <h2 id="all-done">Nothing waits for you.</h2>
        <p>{texts.join(" ")}</p>
        <p>What comes in is shown here within a minute.</p>
      </div>
      <Horizon className={styles.picture} isBleeding />
    </section>
  );
}
