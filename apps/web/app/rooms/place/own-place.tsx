import type { OwnPlace as Place } from "@shoreline/contract";
import { useState } from "react";
import { useClassroom } from "../../lib/classroom.ts";
import { formatDate, formatDay } from "../../lib/format.ts";
import { Button } from "../../ui/button.tsx";
import { ButtonRow } from "../../ui/button-row.tsx";
import { card } from "../../ui/card.module.css";
import { LoadFailed } from "../../ui/load-failed.tsx";
import { Message } from "../../ui/message.tsx";
import { AskBatchDialog } from "./ask-batch-dialog.tsx";
import { placeClient } from "./client.ts";
import { PauseDialog } from "./pause-dialog.tsx";
import { usePlace, usePlaceChange } from "./queries.ts";
import { ResumeForm } from "./resume-form.tsx";
import { WaitingNotes } from "./waiting-notes.tsx";
import { batchText, dayText, requestText } from "./words.ts";

type Props = { courseId: string; news: string; onNews(text: string): void };

/** The heading of the place, for links to it. */
export const placeId = "place";

/** The batch of a course, and what its learner can do about it. */
export function OwnPlace({ courseId, news, onNews }: Props) {
  const { institute } = useClassroom();
  const { data, error, refetch } = usePlace(courseId);
  const [open, setOpen] = useState<"ask" | "pause" | null>(null);
  if (error && !data) return <LoadFailed what="Your place" onRetry={refetch} />;
  if (!data?.isBought) return null;
  const { batch, pause, request, whyNoChange } = data;
  const done = (text: string) => {
    setOpen(null);
    onNews(text);
  };
  return (
    <section className={`${card} grid justify-items-start gap-4`} aria-labelledby={placeId}>
      <h2 id={placeId} className="scroll-mt-24 text-xl">
        {pause ? "Your course is paused" : "Your batch"}
      </h2>
      <Message notice={news ? { kind: "done", text: news } : null} onDismiss={() => onNews("")} />
      {pause ? (
        <>
          <p className="max-w-prose text-ink-2">
            Paused since {formatDay(pause.pausedAt, institute)}
            {pause.until ? `, until ${formatDate(pause.until)}` : ""}. You get no reminders and cannot join classes.
            Fees and certificates stay as they are.
          </p>
          <ResumeForm courseId={courseId} batches={data.batches} onDone={done} />
        </>
      ) : (
        <p className="max-w-prose text-ink-2">
          {batch ? `${batchText(batch)}, from ${dayText(batch.startsAt, institute)}` : "You are waiting for a place."}
        </p>
      )}
      <WaitingNotes courseId={courseId} waiting={data.waiting} isBought />
      {request ? <Request courseId={courseId} request={request} onDone={done} /> : null}
      {pause ? null : (
        <>
          {whyNoChange ? <p className="max-w-prose text-s text-ink-2">{whyNoChange}</p> : null}
          <ButtonRow>
            {whyNoChange || request?.state === "asked" ? null : (
              <Button look="line" onClick={() => setOpen("ask")}>
                Ask for another batch
              </Button>
            )}
            {data.longestPause > 0 ? (
              <Button look="line" onClick={() => setOpen("pause")}>
                Pause this course
              </Button>
            ) : null}
          </ButtonRow>
        </>
      )}
      {open === "ask" ? (
        <AskBatchDialog courseId={courseId} place={data} onDone={done} onClose={() => setOpen(null)} />
      ) : null}
      {open === "pause" ? (
        <PauseDialog courseId={courseId} place={data} onDone={done} onClose={() => setOpen(null)} />
      ) : null}
    </section>
  );
}

type RequestProps = { courseId: string; request: NonNullable<Place["request"]>; onDone(news: string): void };

function Request({ courseId, request, onDone }: RequestProps) {
  const { institute } = useClassroom();
  const { isBusy, fault, run, dismiss } = usePlaceChange(courseId);
  const { requestId, state, to, askedAt, answer } = request;
  const withdraw = async () => {
    if (await run(() => placeClient.withdraw({ courseId, requestId }))) onDone("Your request is withdrawn.");
  };
  return (
    <div className="grid justify-items-start gap-2">
      <p className="max-w-prose">
        On {formatDay(askedAt, institute)} you asked for <b>{batchText(to)}</b>, from {dayText(to.startsAt, institute)}.{" "}
        {requestText[state]}
      </p>
      {answer ? <p className="max-w-prose">Our answer: “{answer}”</p> : null}
      <Message notice={fault ? { kind: "wrong", text: fault.text } : null} onDismiss={dismiss} />
      {state === "asked" ? (
        <Button look="line" isBusy={isBusy} onClick={withdraw}>
          Withdraw the request
        </Button>
      ) : null}
    </div>
  );
}
