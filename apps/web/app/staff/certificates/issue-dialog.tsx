import type { Api, Reply } from "@shoreline/contract";
import { useState } from "react";
import { Dialog } from "../../ui/dialog.tsx";
import { awardClient } from "../client.ts";
import { Button, ButtonRow } from "../controls.tsx";
import { form } from "../forms.module.css";
import { LoadProblem } from "../load-problem.tsx";
import { Loading } from "../loading.tsx";
import { StatusMark } from "../status-mark.tsx";
import { TaskProblem } from "../task-problem.tsx";
import { useTask } from "../use-task.ts";
import { useNames } from "./award-queries.ts";
import { certificatesText, learnersText } from "./award-words.ts";
import * as styles from "./issue-dialog.module.css";

type Results = Reply<Api["award"]["issue"]>["results"];
type Names = Reply<Api["award"]["names"]>["names"];
type Props = { purchaseIds: string[]; onIssued(): void; onClose(): void };

/** Shows the names as they will be printed, then what happened to each. */
export function IssueDialog({ purchaseIds, onIssued, onClose }: Props) {
  const task = useTask();
  const { data, error, refetch } = useNames(purchaseIds);
  const [attemptId] = useState(() => crypto.randomUUID());
  const [results, setResults] = useState<Results | null>(null);
  const issue = () =>
    task.run(async () => {
      const answer = await awardClient.issue({ purchaseIds, attemptId });
      setResults(answer.results);
      onIssued();
    });
  const names = data?.names ?? [];
  const printable = names.filter(({ isPrintable }) => isPrintable).length;
  if (results) return <Outcome names={names} results={results} onClose={onClose} />;
  return (
    <Dialog title={`Issue ${certificatesText(purchaseIds.length)}`} onClose={onClose}>
      <div className={form}>
        <p>
          The names as they will be printed. Each learner gets the certificate by e-mail and a notice in the portal.
        </p>
        {error ? <LoadProblem what="The list of names" error={error} onRetry={refetch} /> : null}
        {data || error ? null : <Loading lines={4} />}
        <ul className={styles.names} aria-label="Names as printed">
          {names.map(({ purchaseId, name, course, isPrintable }) => (
            <li key={purchaseId}>
              <b>{name}</b> <span className={styles.note}>{course}</span>
              {isPrintable ? null : <StatusMark shape="act">cannot be printed; nothing is issued</StatusMark>}
            </li>
          ))}
        </ul>
        <TaskProblem task={task} />
        <ButtonRow>
          <Button isBusy={task.isBusy} disabled={printable === 0} onClick={issue}>
            Issue and tell {learnersText(printable)}
          </Button>
          <Button look="line" onClick={onClose}>
            Cancel
          </Button>
        </ButtonRow>
      </div>
    </Dialog>
  );
}

function Outcome({ names, results, onClose }: { names: Names; results: Results; onClose(): void }) {
  const nameOf = (id: string) => names.find(({ purchaseId }) => purchaseId === id)?.name ?? "Somebody";
  const issued = results.filter(({ certificateId }) => certificateId).length;
  return (
    <Dialog title={`${certificatesText(issued)} issued`} onClose={onClose}>
      <div className={form}>
        <ul className={styles.names} aria-label="What happened to each">
          {results.map(({ purchaseId, certificateId, why }) => (
            <li key={purchaseId}>
              <b>{nameOf(purchaseId)}</b>{" "}
              <StatusMark shape={certificateId ? "done" : "act"}>{certificateId ?? `not issued: ${why}`}</StatusMark>
            </li>
          ))}
        </ul>
        <ButtonRow>
          <Button onClick={onClose}>Close</Button>
        </ButtonRow>
      </div>
    </Dialog>
  );
}
