import type { ClassPage } from "@shoreline/contract";
import { ApiError } from "@shoreline/contract/client";
import { useEffect } from "react";
import { useLocation, useParams } from "react-router";
import { useServerClock } from "../../lib/server-clock.ts";
import { isRefused } from "../client.ts";
import { LoadProblem } from "../load-problem.tsx";
import { Loading } from "../loading.tsx";
import { BackLink, PageHead } from "../page-head.tsx";
import { useMe } from "../queries.ts";
import { useToast } from "../toast.tsx";
import * as styles from "./class.module.css";
import { ClassHead } from "./class-head.tsx";
import { useClass } from "./class-queries.ts";
import { HomeworkSection } from "./homework-section.tsx";
import { keepShell } from "./kept-page.ts";
import { MaterialSection } from "./material-section.tsx";
import { NoteSection } from "./note-section.tsx";
import { QuestionSection } from "./question-section.tsx";
import { RecordingLink } from "./recording-link.tsx";
import { RecordingSection } from "./recording-section.tsx";
import { RollCall } from "./roll-call.tsx";
import { TopicSection } from "./topic-section.tsx";
import { useMarks } from "./use-marks.ts";

export default function Class() {
  const { classId = "" } = useParams();
  const me = useMe();
  const { data, error, refetch, dataUpdatedAt } = useClass({ staffId: me.staffId, classId });
  useKeptShell(Boolean(data && !error));
  if (isRefused(error, "UNKNOWN_CLASS") || (error instanceof ApiError && error.fields.classId))
    return (
      <>
        <PageHead title="Class not found" about="It may have been removed, or somebody else teaches it." />
        <BackLink to="/staff/classes">See your classes</BackLink>
      </>
    );
  return (
    <>
      <BackLink to="/staff/classes">Classes</BackLink>
      {data ? <Opened key={classId} page={data} receivedAt={dataUpdatedAt} /> : null}
      {data ? null : error ? <LoadProblem what="The class" error={error} onRetry={refetch} /> : <Loading />}
    </>
  );
}

function Opened({ page, receivedAt }: { page: ClassPage; receivedAt: number }) {
  const { staffId } = useMe();
  const toast = useToast();
  const now = useServerClock({ now: page.now, receivedAt, everyMs: 15_000 });
  const kept = useMarks(staffId, page, receivedAt);
  const parts = { page, onNews: (text: string) => toast({ text }) };
  return (
    <>
      <ClassHead {...parts} now={now} kept={kept} />
      <nav className={styles.jumps} aria-label="On this page">
        {jumps
          .filter(([id]) => id !== "questions" || page.mayTeach)
          .map(([id, text]) => (
            <a key={id} href={`#${id}`}>
              {text}
            </a>
          ))}
      </nav>
      <div className={styles.columns}>
        <RollCall page={page} now={now} kept={kept} />
        <div className={`${styles.sections} ${styles.aside}`}>
          <TopicSection {...parts} />
          <RecordingSection
            target={{ classId: page.classId }}
            topic={page.topicHeld || page.topic}
            onNews={parts.onNews}
            elsewhere={{ count: page.recordingUrl ? 1 : 0, part: <RecordingLink {...parts} /> }}
          />
          <MaterialSection {...parts} />
        </div>
        <div className={styles.sections}>
          <HomeworkSection {...parts} />
          {page.mayTeach ? <QuestionSection classId={page.classId} /> : null}
          <NoteSection {...parts} />
        </div>
      </div>
    </>
  );
}

/** On a phone the list of names is long. */
const jumps = [
  ["roll", "Roll"],
  ["topic", "Topic"],
  ["recording", "Recordings"],
  ["material", "Material"],
  ["homework", "Homework"],
  ["questions", "Questions"],
  ["note", "Note"],
] as const;

/** The page opens without a network too, from the second visit on. Where that cannot be kept, it needs the network. */
function useKeptShell(isLoaded: boolean): void {
  const { pathname } = useLocation();
  useEffect(() => {
    if (isLoaded && import.meta.env.PROD) keepShell(pathname).catch((error) => console.warn(error));
  }, [isLoaded, pathname]);
}
