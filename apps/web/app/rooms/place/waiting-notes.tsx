import type { OwnWaiting } from "@shoreline/contract";
import { useClassroom } from "../../lib/classroom.ts";
import { formatMomentInZone } from "../../lib/format.ts";
import { Button } from "../../ui/button.tsx";
import { ButtonRow } from "../../ui/button-row.tsx";
import { Message } from "../../ui/message.tsx";
import { placeClient } from "./client.ts";
import * as styles from "./place.module.css";
import { usePlaceChange } from "./queries.ts";
import { batchText, dayText } from "./words.ts";

type Props = { courseId: string; waiting: OwnWaiting[]; isBought?: boolean };

/** The lists that the learner waits in, and the seats that they are offered. */
export function WaitingNotes({ courseId, waiting, isBought = false }: Props) {
  return waiting.map((one) => (
    <WaitingNote key={one.waitingId} courseId={courseId} waiting={one} isBought={isBought} />
  ));
}

type NoteProps = { courseId: string; waiting: OwnWaiting; isBought: boolean };

function WaitingNote({ courseId, waiting, isBought }: NoteProps) {
  const { institute } = useClassroom();
  const { isBusy, fault, run, dismiss } = usePlaceChange(courseId);
  const { waitingId, batch, state, position, offerEndsAt } = waiting;
  const isOffered = state === "offered";
  const name = `${batchText(batch)}, from ${dayText(batch.startsAt, institute)}`;
  return (
    <div className={styles.waiting}>
      {isOffered ? (
        <p>
          <b>A seat is free for you:</b> {name}. It is kept for you until{" "}
          {offerEndsAt ? formatMomentInZone(offerEndsAt, institute) : "tomorrow"}.
          {isBought ? "" : " Enrol below to take it."}
        </p>
      ) : (
        <p>
          You are number {position} on the waiting list of {name}. We write to you when a seat is free.
        </p>
      )}
      <Message notice={fault ? { kind: "wrong", text: fault.text } : null} onDismiss={dismiss} />
      <ButtonRow>
        {isOffered && isBought ? (
          <Button isBusy={isBusy} onClick={() => run(() => placeClient.accept({ courseId, waitingId }))}>
            Take the seat
          </Button>
        ) : null}
        <Button look="line" isBusy={isBusy} onClick={() => run(() => placeClient.leave({ courseId, waitingId }))}>
          {isOffered ? "I do not want it" : "Leave the waiting list"}
        </Button>
      </ButtonRow>
    </div>
  );
}
