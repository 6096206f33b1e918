import type { BatchRequest } from "@shoreline/contract";
import { useState } from "react";
import { Button } from "../controls.tsx";
import { LoadProblem } from "../load-problem.tsx";
import { Loading } from "../loading.tsx";
import { NothingYet } from "../nothing-yet.tsx";
import { Pager } from "../pager.tsx";
import { StatusMark } from "../status-mark.tsx";
import { formatWhen } from "../when.ts";
import { DecideDialog } from "./decide-dialog.tsx";
import { useRequests } from "./place-queries.ts";
import { batchText, seatsText } from "./place-words.ts";
import * as styles from "./places.module.css";

type Props = { page: { after?: string }; onDone(news: string): void };
type Open = { request: BatchRequest; isAccepted: boolean };

export function RequestList({ page, onDone }: Props) {
  const { data, error, refetch } = useRequests(page);
  const [open, setOpen] = useState<Open | null>(null);
  const finish = (news: string) => {
    setOpen(null);
    onDone(news);
  };
  if (error) return <LoadProblem what="The list of requests" error={error} onRetry={refetch} />;
  if (!data) return <Loading />;
  return (
    <>
      {data.requests.length === 0 ? (
        <NothingYet title="Nobody asks for another batch.">
          <p>Learners ask in the schedule of their course. Here you see what speaks against it, and decide.</p>
        </NothingYet>
      ) : (
        <ul className={styles.entries} aria-label="Requests, the longest waiting first">
          {data.requests.map((request) => (
            <Entry
              key={request.requestId}
              request={request}
              onDecide={(isAccepted) => setOpen({ request, isAccepted })}
            />
          ))}
        </ul>
      )}
      <Pager next={data.next} first="First page" on="Next page" />
      {open ? <DecideDialog {...open} onDone={finish} onClose={() => setOpen(null)} /> : null}
    </>
  );
}

function Entry({ request, onDecide }: { request: BatchRequest; onDecide(isAccepted: boolean): void }) {
  const { learner, course, from, to, reason, askedAt, against } = request;
  return (
    <li className={styles.entry}>
      <div className={styles.about}>
        <p className={styles.who}>
          <b>{learner.name}</b>
          <span>{course.name}</span>
          <span className={styles.dim}>asked {formatWhen(askedAt)}</span>
        </p>
        <p>
          {from ? `From ${batchText(from)}` : "From no batch"} <span aria-hidden="true">→</span>
          <span className="sr-only"> to</span> <b>{batchText(to)}</b> ({seatsText(to.seatsLeft)})
        </p>
        <p className={styles.dim}>“{reason}”</p>
        <p className={styles.against}>
          {against.length === 0 ? <StatusMark shape="done">Keeps the rules</StatusMark> : null}
          {against.map((why) => (
            <StatusMark key={why} shape="act">
              {why}
            </StatusMark>
          ))}
        </p>
      </div>
      <div className={styles.actions}>
        <Button onClick={() => onDecide(true)}>
          Accept<span className="sr-only"> the request of {learner.name}</span>
        </Button>
        <Button look="line" onClick={() => onDecide(false)}>
          Refuse<span className="sr-only"> the request of {learner.name}</span>
        </Button>
      </div>
    </li>
  );
}
