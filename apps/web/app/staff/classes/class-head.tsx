import type { ClassPage } from "@shoreline/contract";
import { useState } from "react";
import { Button } from "../controls.tsx";
import { StaffIcon } from "../icon.tsx";
import { PageHead } from "../page-head.tsx";
import { may, useMe } from "../queries.ts";
import { StatusMark } from "../status-mark.tsx";
import { formatClock, formatWhole } from "../when.ts";
import { ButtonAway } from "./button-away.tsx";
import * as styles from "./class-head.module.css";
import { counted, stateMarks } from "./class-words.ts";
import { FinishDialog } from "./finish-dialog.tsx";
import { hasRoll, stateOf } from "./roll.ts";
import { SubstituteDialog } from "./substitute-dialog.tsx";
import type { useMarks } from "./use-marks.ts";

type Props = { page: ClassPage; now: Date; kept: ReturnType<typeof useMarks>; onNews(text: string): void };

export function ClassHead({ page, now, kept, onNews }: Props) {
  const me = useMe();
  const [dialog, setDialog] = useState<"finish" | "substitute" | null>(null);
  const state = stateOf(page, now);
  const { shape, text } = stateMarks[state];
  const close = () => setDialog(null);
  const done = (said: string) => {
    close();
    onNews(said);
  };
  const isAhead = now < new Date(page.endsAt) && !page.isCancelled;
  return (
    <>
      <PageHead title={`${page.course}, class ${page.number} of ${page.classes}`}>
        {page.mayTeach && page.meetingUrl && !page.isCancelled ? (
          <ButtonAway href={page.meetingUrl}>
            <StaffIcon name="camera" />
            Open the meeting
          </ButtonAway>
        ) : null}
        {may(me, "change timetable") && isAhead ? (
          <Button look="line" onClick={() => setDialog("substitute")}>
            <StaffIcon name="people" />
            Substitute
          </Button>
        ) : null}
        {page.mayTeach && hasRoll(state) && state !== "finished" ? (
          <Button onClick={() => setDialog("finish")}>
            <StaffIcon name="check" />
            Finish class
          </Button>
        ) : null}
      </PageHead>
      <div className={styles.facts}>
        <StatusMark shape={shape}>{text}</StatusMark>
        <p>
          {formatWhole(page.startsAt)} to {formatClock(page.endsAt)}. Batch: {page.batch}.{" "}
          {counted(page.learners, "learner")}
          {page.room ? `, ${page.room}` : ""}. {page.trainer ? `Trainer: ${page.trainer}.` : "No trainer yet."}
        </p>
      </div>
      {dialog === "finish" ? <FinishDialog page={page} kept={kept} onDone={done} onClose={close} /> : null}
      {dialog === "substitute" ? <SubstituteDialog page={page} onDone={done} onClose={close} /> : null}
    </>
  );
}
