import type { HomeworkPage, LearnerWork } from "@shoreline/contract";
import { useState } from "react";
import { Link } from "react-router";
import { counted } from "../classes/class-words.ts";
import { gradingClient } from "../client.ts";
import { Button, ButtonRow } from "../controls.tsx";
import { useRowKeys } from "../keys.ts";
import { NothingYet } from "../nothing-yet.tsx";
import { PageSection } from "../page-head.tsx";
import { StatusMark } from "../status-mark.tsx";
import { TaskProblem } from "../task-problem.tsx";
import { useTask } from "../use-task.ts";
import { formatWhen } from "../when.ts";
import * as styles from "./homework.module.css";
import { useRefreshHomework } from "./homework-queries.ts";
import { mostUrgentFirst, stateMarks } from "./homework-words.ts";

type Props = { page: HomeworkPage; onNews(text: string): void };

/** Everybody of the batch: a name opens the grading, ticks mark many as done at once. */
export function LearnerList({ page, onNews }: Props) {
  const { homeworkId, work } = page;
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const task = useTask();
  const refresh = useRefreshHomework();
  useRowKeys();
  const done = work.filter(({ state }) => state === "done").length;
  const choose = (learnerId: string, isChosen: boolean) => {
    const next = new Set(chosen);
    if (isChosen) next.add(learnerId);
    else next.delete(learnerId);
    setChosen(next);
  };
  const mark = (isDone: boolean) =>
    task.run(async () => {
      const { changed } = await gradingClient.mark({ homeworkId, learnerIds: [...chosen], isDone });
      await refresh();
      setChosen(new Set());
      onNews(`${counted(changed, "learner")} marked as ${isDone ? "done" : "not done"}.`);
    });
  return (
    <PageSection id="learners" title="Learners" count={`${done} of ${work.length} done`}>
      {work.length === 0 ? (
        <NothingYet title="Nobody is in this batch yet.">
          <p>Learners appear here once they have a place.</p>
        </NothingYet>
      ) : (
        <ul className={styles.learners}>
          {mostUrgentFirst(work).map((one) => (
            <Row key={one.learnerId} one={one} page={page} isChosen={chosen.has(one.learnerId)} onChoose={choose} />
          ))}
        </ul>
      )}
      <TaskProblem task={task} />
      {chosen.size > 0 ? (
        <ButtonRow>
          <Button isBusy={task.isBusy} onClick={() => mark(true)}>
            Mark {chosen.size} as done
          </Button>
          <Button look="line" isBusy={task.isBusy} onClick={() => mark(false)}>
            Mark {chosen.size} as not done
          </Button>
        </ButtonRow>
      ) : null}
      {chosen.size < work.length ? (
        <div>
          <Button look="line" onClick={() => setChosen(new Set(work.map(({ learnerId }) => learnerId)))}>
            Choose all {work.length}
          </Button>
        </div>
      ) : null}
    </PageSection>
  );
}

type RowProps = {
  one: LearnerWork;
  page: HomeworkPage;
  isChosen: boolean;
  onChoose(id: string, isChosen: boolean): void;
};

function Row({ one, page, isChosen, onChoose }: RowProps) {
  const { learnerId, name, state, at, isLate, points, mostPoints, likeness } = one;
  const { shape, text } = stateMarks[state];
  return (
    <li>
      <label className={styles.tick}>
        <input type="checkbox" checked={isChosen} onChange={(event) => onChoose(learnerId, event.target.checked)} />
        <span className="sr-only">Choose {name}</span>
      </label>
      <Link to={`/staff/homework/${page.homeworkId}/${learnerId}`} className={styles.learner} data-row={learnerId}>
        {name}
      </Link>
      <span className={styles.facts}>
        <StatusMark shape={shape}>{text}</StatusMark>
        {points === null || state === "handed in" ? null : (
          <span>
            {points} of {mostPoints}
          </span>
        )}
        {at ? <span className={styles.dim}>{formatWhen(at)}</span> : null}
        {isLate ? <b className={styles.late}>late</b> : null}
        {likeness === null ? null : <b className={styles.late}>{likeness} % like another</b>}
        {one.isOnHold ? <span className={styles.dim}>on hold</span> : null}
      </span>
    </li>
  );
}
