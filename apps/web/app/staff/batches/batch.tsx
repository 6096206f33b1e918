import { patternName } from "@shoreline/domain/weekly";
import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { Link, useNavigate, useParams } from "react-router";
import { formatDate } from "../../lib/format.ts";
import { isRefused, planningClient } from "../client.ts";
import { Button, ButtonLink, ButtonRow } from "../controls.tsx";
import { LoadProblem } from "../load-problem.tsx";
import { Loading } from "../loading.tsx";
import { BackLink, PageHead } from "../page-head.tsx";
import { BatchBehind } from "../progress/behind-lines.tsx";
import { may, useMe } from "../queries.ts";
import { StatusMark } from "../status-mark.tsx";
import { TaskProblem } from "../task-problem.tsx";
import { useToast } from "../toast.tsx";
import { useTask } from "../use-task.ts";
import * as styles from "./batch.module.css";
import { BatchChanges, BatchClasses, BatchLearners } from "./batch-parts.tsx";
import { batchesKey, batchKey, useBatch } from "./batch-queries.ts";
import { dayText, seatsText, stateNames, stateShapes } from "./batch-words.ts";
import { EndDialog } from "./end-dialog.tsx";

/** One batch: its classes, who sits in it, what was changed, and what staff can do with it. */
export default function Batch() {
  const { batchId = "" } = useParams();
  const { data, error, refetch } = useBatch(batchId);
  const [ends, setEnds] = useState<"cancel" | "merge" | null>(null);
  const me = useMe();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const toast = useToast();
  const task = useTask();
  if (isRefused(error, "UNKNOWN_BATCH") || isRefused(error, "INVALID_INPUT"))
    return (
      <>
        <PageHead title="Batch not found" about="It may have been removed." />
        <BackLink to="/staff/batches">See all batches</BackLink>
      </>
    );
  const mayChange = may(me, "change batches");
  const isOpen = data?.state === "open" || data?.state === "running";
  const finish = (text: string) => {
    setEnds(null);
    queries.invalidateQueries({ queryKey: batchesKey });
    toast({ text });
  };
  const clone = () =>
    task.run(async () => {
      const { draftId } = await planningClient.clone({ batchId });
      queries.invalidateQueries({ queryKey: [...batchesKey, "list"] });
      navigate(`/staff/batches/draft/${draftId}`);
    });
  return (
    <>
      <BackLink to="/staff/batches">Batches</BackLink>
      <PageHead title={data ? data.courseName : "Batch"} {...(data ? { about: data.name } : {})}>
        {data ? <StatusMark shape={stateShapes[data.state]}>{stateNames[data.state]}</StatusMark> : null}
        {mayChange && isOpen ? <ButtonLink to={`/staff/batches/${batchId}/change`}>Change</ButtonLink> : null}
      </PageHead>
      {error ? <LoadProblem what="The batch" error={error} onRetry={refetch} /> : null}
      {data || error ? null : <Loading lines={8} />}
      <TaskProblem task={task} />
      {data ? (
        <>
          <Facts batch={data} />
          <BatchBehind batchId={batchId} />
          {mayChange ? (
            <ButtonRow>
              <Button look="line" isBusy={task.isBusy} onClick={clone}>
                Clone
              </Button>
              {isOpen ? (
                <>
                  <ButtonLink look="line" to={`/staff/batches/${batchId}/split`}>
                    Split
                  </ButtonLink>
                  <Button look="line" onClick={() => setEnds("merge")}>
                    Merge
                  </Button>
                  <Button look="danger-line" onClick={() => setEnds("cancel")}>
                    Cancel the batch
                  </Button>
                </>
              ) : null}
            </ButtonRow>
          ) : null}
          <BatchClasses batch={data} />
          <BatchLearners batch={data} />
          <BatchChanges batch={data} />
        </>
      ) : null}
      {data && ends ? (
        <EndDialog
          batch={data}
          way={ends}
          onDone={finish}
          onClose={() => {
            setEnds(null);
            // A colleague may have been quicker.
            queries.invalidateQueries({ queryKey: batchKey(batchId) });
          }}
        />
      ) : null}
    </>
  );
}

type Batch = NonNullable<ReturnType<typeof useBatch>["data"]>;

function Facts({ batch }: { batch: Batch }) {
  const { pattern, trainer, room, startsAt, endsAt, joinUntil, meetingUrl, makesMeetings, waiting, over, classes } =
    batch;
  const where = room ?? (makesMeetings ? "Online, a meeting for each class" : "Online");
  const facts: [string, ReactNode][] = [
    ["Pattern", patternName(pattern)],
    ["Trainer", trainer || "Nobody yet"],
    ["Where", where],
    ["Learners", `${seatsText(batch)}${waiting > 0 ? `, ${waiting} waiting` : ""}`],
    ["First class", startsAt ? dayText(startsAt) : ""],
    ["Last class", endsAt ? dayText(endsAt) : ""],
    ["Classes", `${over} of ${classes} over`],
    ["Last day to join", joinUntil ? formatDate(joinUntil) : "Until a quarter is over"],
    [
      "Meeting link",
      meetingUrl ? (
        <a key="link" href={meetingUrl}>
          {new URL(meetingUrl).hostname}
        </a>
      ) : (
        ""
      ),
    ],
    [
      "Course",
      <Link key="course" to={`/staff/batches?courseId=${batch.courseId}`}>
        Other batches of it
      </Link>,
    ],
  ];
  return (
    <dl className={styles.facts}>
      {facts
        .filter(([, value]) => value)
        .map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}
