import type { LearnerPage } from "@shoreline/contract";
import { type ReactNode, useState } from "react";
import { useParams } from "react-router";
import { Message } from "../../ui/message.tsx";
import { list } from "../batches/batch.module.css";
import { isRefused } from "../client.ts";
import { Button } from "../controls.tsx";
import { StaffIcon } from "../icon.tsx";
import { LoadProblem } from "../load-problem.tsx";
import { Loading } from "../loading.tsx";
import { BackLink, PageHead, PageSection } from "../page-head.tsx";
import { StatusMark } from "../status-mark.tsx";
import { dim } from "../table.module.css";
import { formatWhen } from "../when.ts";
import { Facts } from "./facts.tsx";
import { MessageDialog } from "./message-dialog.tsx";
import { useLearnerPage } from "./progress-queries.ts";
import { certificateMarks, seenText } from "./progress-words.ts";

/** One learner of a batch: what the learner sees, and why staff look. */
export default function Learner() {
  const { batchId = "", learnerId = "" } = useParams();
  const { data, error, refetch } = useLearnerPage({ batchId, learnerId });
  const [isWriting, setWriting] = useState(false);
  const [news, setNews] = useState("");
  const back = <BackLink to={`/staff/progress?batchId=${batchId}`}>Progress</BackLink>;
  const isGone = ["UNKNOWN_BATCH", "NOT_IN_BATCH", "INVALID_INPUT"] as const;
  if (isGone.some((code) => isRefused(error, code)))
    return (
      <>
        {back}
        <PageHead title="Learner not found" about="The learner may have changed the batch." />
      </>
    );
  return (
    <>
      {back}
      <PageHead title={data?.name ?? "Progress"} {...(data ? { about: `${data.course}, ${data.batch}` } : {})}>
        {data ? (
          <Button onClick={() => setWriting(true)}>
            <StaffIcon name="mail" />
            Write
          </Button>
        ) : null}
      </PageHead>
      <Message notice={news ? { kind: "done", text: news } : null} onDismiss={() => setNews("")} />
      {error ? <LoadProblem what="The progress" error={error} onRetry={refetch} /> : null}
      {data || error ? null : <Loading lines={8} />}
      {data ? <Parts page={data} /> : null}
      {data && isWriting ? (
        <MessageDialog
          batch={data}
          to={[data]}
          onDone={(text) => {
            setWriting(false);
            setNews(text);
          }}
          onClose={() => setWriting(false)}
        />
      ) : null}
    </>
  );
}

function Parts({ page }: { page: LearnerPage }) {
  const { homework, certificate, reasons, heldClasses, tests } = page;
  const { shape, text } = certificateMarks[certificate.state];
  const missed = heldClasses.filter(({ isAttended }) => !isAttended);
  const facts: [string, ReactNode][] = [
    ["Attended", `${page.attended} of ${page.held} held, ${page.classes} in all`],
    ["Last seen", seenText(page.lastSeenAt)],
    ["Recordings watched", page.recordings > 0 ? `${page.watched} of ${page.recordings}` : ""],
    ["Homework", `${homework.done} done, ${homework.open} open, ${homework.overdue} of them overdue`],
    ["Given back", homework.givenBack > 0 ? homework.givenBack : ""],
    ["To grade", homework.handedIn > 0 ? homework.handedIn : ""],
    ["Points", homework.mostPoints > 0 ? `${homework.points} of ${homework.mostPoints}` : ""],
    [
      "Certificate",
      <StatusMark key="state" shape={shape}>
        {text}
      </StatusMark>,
    ],
    ["Still needed", certificate.needs.join(", ")],
  ];
  return (
    <>
      {page.isOnHold ? <p>On hold: classes cannot be joined.</p> : null}
      {reasons.length > 0 ? (
        <p>
          <StatusMark shape="act">Falls behind: {reasons.join(", ")}</StatusMark>
        </p>
      ) : null}
      <Facts facts={facts} />
      <PageSection id="missed" title="Classes missed" count={missed.length}>
        {missed.length === 0 ? <p>None of those that were held.</p> : null}
        <ul className={list}>
          {missed.map(({ number, topic, startsAt }) => (
            <li key={number}>
              <b>
                {number}. {topic}
              </b>
              <span className={dim}>{formatWhen(startsAt)}</span>
            </li>
          ))}
        </ul>
      </PageSection>
      {tests.length > 0 ? (
        <PageSection id="tests" title="Practice tests" count={tests.length}>
          <ul className={list}>
            {tests.map(({ collectionId, name, topic, best, times, takenAt, isFinal }) => (
              <li key={`${collectionId} ${topic}`}>
                <b>
                  {name}: {topic}
                  {isFinal ? " (final test)" : ""}
                </b>
                <span className={dim}>
                  {best} %, taken {times === 1 ? "once" : `${times} times`}, {formatWhen(takenAt)}
                </span>
              </li>
            ))}
          </ul>
        </PageSection>
      ) : null}
    </>
  );
}
