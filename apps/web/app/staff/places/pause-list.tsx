import type { PausedLearner } from "@shoreline/contract";
import { useState } from "react";
import { formatDate } from "../../lib/format.ts";
import { Button } from "../controls.tsx";
import { LoadProblem } from "../load-problem.tsx";
import { Loading } from "../loading.tsx";
import { NothingYet } from "../nothing-yet.tsx";
import { Pager } from "../pager.tsx";
import { formatWhen } from "../when.ts";
import { usePauses } from "./place-queries.ts";
import { batchText } from "./place-words.ts";
import * as styles from "./places.module.css";
import { ResumeDialog } from "./resume-dialog.tsx";

type Props = { page: { after?: string }; onDone(news: string): void };

export function PauseList({ page, onDone }: Props) {
  const { data, error, refetch } = usePauses(page);
  const [open, setOpen] = useState<PausedLearner | null>(null);
  if (error) return <LoadProblem what="The list of pauses" error={error} onRetry={refetch} />;
  if (!data) return <Loading />;
  return (
    <>
      {data.pauses.length === 0 ? (
        <NothingYet title="Nobody has paused a course.">
          <p>Learners pause in their schedule. You pause a course for somebody with the button above.</p>
        </NothingYet>
      ) : (
        <ul className={styles.entries} aria-label="Pauses">
          {data.pauses.map((one) => (
            <li key={one.pauseId} className={styles.entry}>
              <div className={styles.about}>
                <p className={styles.who}>
                  <b>{one.learner.name}</b>
                  <span>{one.course.name}</span>
                  <span className={styles.dim}>
                    since {formatWhen(one.pausedAt)}
                    {one.isByStaff ? ", by staff" : ""}
                  </span>
                </p>
                <p>{one.until ? `Wants to go on on ${formatDate(one.until)}` : "Until an unknown day"}</p>
                <p className={styles.dim}>
                  {one.batch ? `Was in ${batchText(one.batch)}. ` : ""}“{one.reason}”
                </p>
              </div>
              <div className={styles.actions}>
                <Button look="line" onClick={() => setOpen(one)}>
                  Resume<span className="sr-only"> the course of {one.learner.name}</span>
                </Button>
              </div>
            </li>
          ))}
        </ul>
      )}
      <Pager next={data.next} first="First page" on="Next page" />
      {open ? (
        <ResumeDialog
          paused={open}
          onDone={(news) => {
            setOpen(null);
            onDone(news);
          }}
          onClose={() => setOpen(null)}
        />
      ) : null}
    </>
  );
}
