import type { WorkPage } from "@shoreline/contract";
import { Dialog } from "../../ui/dialog.tsx";
import { LoadProblem } from "../load-problem.tsx";
import { Loading } from "../loading.tsx";
import { formatWhole } from "../when.ts";
import * as styles from "./grade.module.css";
import { useComparison } from "./homework-queries.ts";

type Props = { homeworkId: string; pair: WorkPage["alike"][number]; onClose(): void };

/** Side by side; below each other on a phone. */
export function CompareDialog({ homeworkId, pair: { submissionId, otherId }, onClose }: Props) {
  const { data, error, refetch } = useComparison({ homeworkId, submissionId, otherId });
  return (
    <Dialog title={data ? `${data.percent} % alike` : "Compare"} isWide onClose={onClose}>
      {error ? <LoadProblem what="The comparison" error={error} onRetry={refetch} /> : null}
      {data || error ? null : <Loading />}
      {data ? (
        <>
          <p>A hint only: it says how many runs of five words both texts share. Learners do not see it.</p>
          <div className={styles.pair}>
            {data.texts.map(({ name, version, at, text }) => (
              <section key={name + at} aria-label={name}>
                <h3>{name}</h3>
                <p className={styles.dim}>
                  Version {version}, {formatWhole(at)}
                </p>
                {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it. */}
                <p className={styles.scroll} tabIndex={0}>
                  {text}
                </p>
              </section>
            ))}
          </div>
        </>
      ) : null}
    </Dialog>
  );
}
