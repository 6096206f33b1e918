import type { WaitingLearner, WaitingList } from "@shoreline/contract";
import { useState } from "react";
import { formatMoment } from "../../lib/format.ts";
import { seatingClient } from "../client.ts";
import { ConfirmDialog } from "../confirm-dialog.tsx";
import { Button } from "../controls.tsx";
import { LoadProblem } from "../load-problem.tsx";
import { Loading } from "../loading.tsx";
import { NothingYet } from "../nothing-yet.tsx";
import { PageSection } from "../page-head.tsx";
import { Pager } from "../pager.tsx";
import { StatusMark } from "../status-mark.tsx";
import { formatWhen, zone } from "../when.ts";
import { numberText } from "../words.ts";
import { useWaitingLists } from "./place-queries.ts";
import { batchText } from "./place-words.ts";
import * as styles from "./places.module.css";

type Props = { page: { after?: string }; onDone(news: string): void };

export function WaitingLists({ page, onDone }: Props) {
  const { data, error, refetch } = useWaitingLists(page);
  const [removed, setRemoved] = useState<WaitingLearner | null>(null);
  if (error) return <LoadProblem what="The waiting lists" error={error} onRetry={refetch} />;
  if (!data) return <Loading />;
  return (
    <>
      {data.lists.length === 0 ? (
        <NothingYet title="Nobody waits for a seat.">
          <p>Learners join the waiting list of a full batch on the page of its course, or in their schedule.</p>
        </NothingYet>
      ) : null}
      {data.lists.map((list) => (
        <List key={list.batch.batchId} list={list} onRemove={setRemoved} />
      ))}
      <Pager next={data.next} first="First page" on="Next page" />
      {removed ? (
        <ConfirmDialog
          title={`Take ${removed.learner.name} off the list`}
          text={
            removed.state === "offered"
              ? "The seat that was offered goes to the next in line. The learner is not told."
              : "The learner is not told."
          }
          button="Take off the list"
          isHard
          run={async () => {
            const { message } = await seatingClient.remove({ waitingId: removed.waitingId });
            setRemoved(null);
            onDone(message);
          }}
          onClose={() => setRemoved(null)}
        />
      ) : null}
    </>
  );
}

type ListProps = { list: WaitingList; onRemove(learner: WaitingLearner): void };

function List({ list, onRemove }: ListProps) {
  const { batch, course, seats, taken, learners } = list;
  return (
    <PageSection id={`list-${batch.batchId}`} title={`${course.name}, ${batchText(batch)}`} count={learners.length}>
      <p className={styles.dim}>
        {seats === null ? `${taken} places, no limit` : `${taken} of ${seats} seats taken or held`}
      </p>
      <ol className={styles.entries}>
        {learners.map((one) => (
          <li key={one.waitingId} className={styles.entry}>
            <div className={styles.about}>
              <p className={styles.who}>
                <b>{one.learner.name}</b>
                <span className={styles.dim}>{numberText(one.learner.number)}</span>
                <span className={styles.dim}>since {formatWhen(one.askedAt)}</span>
              </p>
              <p className={styles.against}>
                {one.state === "offered" && one.offerEndsAt ? (
                  <StatusMark shape="going">
                    Offered until {formatMoment(one.offerEndsAt, { timeZone: zone() })}
                  </StatusMark>
                ) : (
                  <StatusMark shape="begun">Waiting</StatusMark>
                )}
                <span className={styles.dim}>{one.isBought ? "has the course" : "buys it with the seat"}</span>
              </p>
            </div>
            <div className={styles.actions}>
              <Button look="line" onClick={() => onRemove(one)}>
                Take off<span className="sr-only"> {one.learner.name}</span>
              </Button>
            </div>
          </li>
        ))}
      </ol>
    </PageSection>
  );
}
