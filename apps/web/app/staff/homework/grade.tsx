import type { HomeworkPage, WorkPage } from "@shoreline/contract";
import { ApiError } from "@shoreline/contract/client";
import { useState } from "react";
import { useNavigate, useParams } from "react-router";
import { Button, ButtonLink, Key } from "../controls.tsx";
import { StaffIcon } from "../icon.tsx";
import { useKeys } from "../keys.ts";
import { LoadProblem } from "../load-problem.tsx";
import { Loading } from "../loading.tsx";
import { BackLink, PageHead, PageSection } from "../page-head.tsx";
import { StatusMark } from "../status-mark.tsx";
import { useToast } from "../toast.tsx";
import { CompareDialog } from "./compare-dialog.tsx";
import * as styles from "./grade.module.css";
import { GradeForm } from "./grade-form.tsx";
import { NoHomework } from "./homework.tsx";
import { useHomework, useWork } from "./homework-queries.ts";
import { nextToGrade, stateMarks } from "./homework-words.ts";
import { WorkHistory } from "./work-history.tsx";

/** One learner after the other: what was handed in, what is alike, points and a comment. */
export default function Grade() {
  const { homeworkId = "", learnerId = "" } = useParams();
  const homework = useHomework(homeworkId);
  const work = useWork({ homeworkId, learnerId });
  const error = homework.error ?? work.error;
  if (error instanceof ApiError && error.status < 500) return <NoHomework />;
  const retry = () => Promise.all([homework.refetch(), work.refetch()]);
  return (
    <>
      <BackLink to={`/staff/homework/${homeworkId}`}>{homework.data?.title ?? "Homework"}</BackLink>
      {homework.data && work.data ? <Opened key={learnerId} page={homework.data} work={work.data} /> : null}
      {error ? <LoadProblem what="The homework" error={error} onRetry={retry} /> : null}
      {error || (homework.data && work.data) ? null : <Loading />}
    </>
  );
}

function Opened({ page, work }: { page: HomeworkPage; work: WorkPage }) {
  const { homeworkId } = page;
  const navigate = useNavigate();
  const toast = useToast();
  const [pair, setPair] = useState<WorkPage["alike"][number] | null>(null);
  const at = page.work.findIndex(({ learnerId }) => learnerId === work.learnerId);
  const [before, after] = [page.work[at - 1], page.work[at + 1]];
  const go = (learnerId: string | undefined) => learnerId && navigate(`/staff/homework/${homeworkId}/${learnerId}`);
  useKeys({ j: () => go(after?.learnerId), k: () => go(before?.learnerId) });
  const next = nextToGrade(page.work, work.learnerId);
  const finish = (text: string) => {
    toast({ text: `${work.name}: ${text}` });
    navigate(next ? `/staff/homework/${homeworkId}/${next.learnerId}` : `/staff/homework/${homeworkId}`);
  };
  const { shape, text } = stateMarks[work.state];
  return (
    <>
      <PageHead title={work.name} count={at < 0 ? undefined : `${at + 1} of ${page.work.length}`}>
        {before ? (
          <ButtonLink look="line" to={`/staff/homework/${homeworkId}/${before.learnerId}`}>
            <StaffIcon name="left" />
            Previous <Key>K</Key>
          </ButtonLink>
        ) : null}
        {after ? (
          <ButtonLink look="line" to={`/staff/homework/${homeworkId}/${after.learnerId}`}>
            Next <Key>J</Key>
            <StaffIcon name="right" />
          </ButtonLink>
        ) : null}
      </PageHead>
      <StatusMark shape={shape}>{text}</StatusMark>
      {work.alike.length > 0 ? (
        <ul className={styles.alike} aria-label="Alike">
          {work.alike.map((one) => (
            <li key={one.submissionId + one.otherId}>
              <StatusMark shape="act">
                Version {one.version} is {one.percent} % like {one.otherName}’s
              </StatusMark>
              <Button look="line" onClick={() => setPair(one)}>
                Compare<span className="sr-only"> with {one.otherName}</span>
              </Button>
            </li>
          ))}
        </ul>
      ) : null}
      <div className={styles.columns}>
        <PageSection id="work" title="Handed in" count={work.versions.length}>
          <WorkHistory work={work} />
        </PageSection>
        <div>
          <PageSection id="grade" title={work.gradings.length > 0 ? "Grade again" : "Grade"}>
            <GradeForm page={page} work={work} hasNext={next !== undefined} onDone={finish} />
          </PageSection>
        </div>
      </div>
      {pair ? <CompareDialog homeworkId={homeworkId} pair={pair} onClose={() => setPair(null)} /> : null}
    </>
  );
}
