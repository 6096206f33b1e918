import type { HomeworkPage } from "@shoreline/contract";
import { ApiError } from "@shoreline/contract/client";
import { useState } from "react";
import { Link, useNavigate, useParams } from "react-router";
import { Dialog } from "../../ui/dialog.tsx";
import { FileList } from "../../ui/file-list.tsx";
import { Message } from "../../ui/message.tsx";
import { gradingClient } from "../client.ts";
import { ConfirmDialog } from "../confirm-dialog.tsx";
import { Button, ButtonLink } from "../controls.tsx";
import { LoadProblem } from "../load-problem.tsx";
import { Loading } from "../loading.tsx";
import { BackLink, PageHead, PageSection } from "../page-head.tsx";
import * as styles from "./homework.module.css";
import { HomeworkForm } from "./homework-form.tsx";
import { useHomework, useRefreshHomework } from "./homework-queries.ts";
import { dueText, lossText, placeText } from "./homework-words.ts";
import { LearnerList } from "./learner-list.tsx";

/** What was asked, and where each learner stands. */
export default function Homework() {
  const { homeworkId = "" } = useParams();
  const { data, error, refetch } = useHomework(homeworkId);
  if (error instanceof ApiError && error.status < 500) return <NoHomework />;
  return (
    <>
      <BackLink to="/staff/homework">Homework</BackLink>
      {data ? <Opened key={homeworkId} page={data} /> : null}
      {data ? null : error ? <LoadProblem what="The homework" error={error} onRetry={refetch} /> : <Loading />}
    </>
  );
}

export function NoHomework() {
  return (
    <>
      <PageHead title="Homework not found" about="It may have been removed, or somebody else grades it." />
      <BackLink to="/staff/homework">See your homework</BackLink>
    </>
  );
}

function Opened({ page }: { page: HomeworkPage }) {
  const [open, setOpen] = useState<"change" | "remove" | null>(null);
  const [news, setNews] = useState("");
  const first = page.work.find(({ state }) => state === "handed in");
  const waiting = page.work.filter(({ state }) => state === "handed in").length;
  return (
    <>
      <PageHead title={page.title} about={placeText(page)}>
        {first ? (
          <ButtonLink to={`/staff/homework/${page.homeworkId}/${first.learnerId}`}>Grade {waiting}</ButtonLink>
        ) : null}
        <Button look="line" onClick={() => setOpen("change")}>
          Change
        </Button>
        <Button look="line" onClick={() => setOpen("remove")}>
          Remove
        </Button>
      </PageHead>
      <Message notice={news ? { kind: "done", text: news } : null} onDismiss={() => setNews("")} />
      <div className={styles.columns}>
        <LearnerList page={page} onNews={setNews} />
        <div>
          <Asked page={page} />
        </div>
      </div>
      {open === "change" ? <ChangeDialog page={page} onNews={setNews} onClose={() => setOpen(null)} /> : null}
      {open === "remove" ? <RemoveDialog page={page} onClose={() => setOpen(null)} /> : null}
    </>
  );
}

function Asked({ page }: { page: HomeworkPage }) {
  return (
    <PageSection id="asked" title="What to do">
      <p className={styles.text}>{page.text}</p>
      <FileList files={page.files} />
      <p className={styles.dim}>
        {page.dueOn ? `Due ${dueText(page.dueOn)}, ` : "No due date"}
        {page.dueOn ? (page.allowsLate ? "late is allowed" : "not accepted late") : ""}
        {page.who ? `. Set by ${page.who}` : ""}
      </p>
      {page.class ? (
        <Link to={`/staff/classes/${page.class.classId}`} className={styles.way}>
          Class {page.class.number}: {page.class.topic}
        </Link>
      ) : null}
      {page.rubric.length > 0 ? (
        <dl className={styles.rubric}>
          {page.rubric.map(({ text, points }, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two lines may read the same, and they never move.
            <div key={place}>
              <dt>{text}</dt>
              <dd>{points}</dd>
            </div>
          ))}
        </dl>
      ) : null}
    </PageSection>
  );
}

type DialogProps = { page: HomeworkPage; onClose(): void };

function ChangeDialog({ page, onNews, onClose }: DialogProps & { onNews(text: string): void }) {
  const refresh = useRefreshHomework();
  const { homeworkId, version } = page;
  return (
    <Dialog title="Change the homework" onClose={onClose}>
      <HomeworkForm
        given={page}
        filesTo={{ courseId: page.courseId }}
        button="Save the homework"
        onClose={onClose}
        save={async (asked) => {
          await gradingClient.change({ homeworkId, version, ...asked });
          await refresh();
          onNews("The homework is changed.");
          onClose();
        }}
      />
    </Dialog>
  );
}

function RemoveDialog({ page, onClose }: DialogProps) {
  const navigate = useNavigate();
  const refresh = useRefreshHomework();
  const { homeworkId, handedIn } = page;
  return (
    <ConfirmDialog
      title="Remove the homework"
      text={lossText(page)}
      button={handedIn > 0 ? `Remove it with the work of ${handedIn}` : "Remove the homework"}
      isHard
      onClose={onClose}
      run={async () => {
        await gradingClient.remove({ homeworkId, handedIn });
        navigate("/staff/homework?show=all");
        await refresh();
      }}
    />
  );
}
