import { Skeleton } from "../ui/skeleton.tsx";
import * as styles from "./loading.module.css";

/** Lines that show up after 300 ms: what is quicker does not flicker. */
export function Loading({ lines = 6 }: { lines?: number }) {
  return (
    <div role="status" className={styles.lines}>
      <span className="sr-only">Loading</span>
      {Array.from({ length: lines }, (_, at) => `line ${at}`).map((line) => (
        <Skeleton key={line} className={styles.line} />
      ))}
    </div>
  );
}
