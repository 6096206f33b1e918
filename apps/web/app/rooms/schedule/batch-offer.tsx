import type { OfferedBatch } from "@shoreline/contract";
import { offerFor } from "@shoreline/domain/batch-offer";
import { type BatchType, batchHoursName, batchName } from "@shoreline/domain/course";
import type { BatchTime } from "@shoreline/domain/site";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { dateParts, formatDay, ownTime, zoneName } from "../../lib/format.ts";
import { useServerClock } from "../../lib/server-clock.ts";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import * as styles from "./batch-offer.module.css";
import { MissedClasses } from "./missed-classes.tsx";
import { useSeats } from "./use-seats.ts";
import { WishButton } from "./wish-button.tsx";

export type BatchChoice = { batchTime: BatchTime; batchType: BatchType };

type Props = {
  courseId: string;
  batches: OfferedBatch[];
  /** When the batches were read, which may be long ago. */
  now: string;
  choice: BatchChoice;
  onChoose(choice: BatchChoice): void;
  timeZone: string;
  /** A seat in this batch is kept for the reader. */
  keptBatchId?: string | undefined;
  /** What is shown below a full batch. */
  whenFull?(batchId: string): ReactNode;
};

/** The batch that a purchase would get, or that there is none yet, and then the next one to open. */
export function BatchOffer({ courseId, batches, now: readAt, choice, onChoose, timeZone, ...place }: Props) {
  const [tries, setTries] = useState(0);
  const live = useSeats(courseId, tries);
  const now = useServerClock({ now: live?.now, everyMs: 30_000 }) ?? new Date(readAt);
  const box = useRef<HTMLDivElement>(null);
  // Who presses Enroll Now sees the seats of that moment.
  useEffect(() => {
    const form = box.current?.closest("form");
    const askAgain = () => setTries((before) => before + 1);
    form?.addEventListener("submit", askAgain);
    return () => form?.removeEventListener("submit", askAgain);
  }, []);
  const known = batches.flatMap((one) => {
    const seats = live?.batches.find(({ _id }) => _id === one._id);
    if (live && !seats) return [];
    const [startsAt, endsAt] = [new Date(one.startsAt), new Date(one.endsAt)];
    const closesAt = one.closesAt ? new Date(one.closesAt) : null;
    const taken = one._id === place.keptBatchId ? (one.seats ?? 1) - 1 : (seats?.taken ?? 0);
    return [{ ...one, startsAt, endsAt, closesAt, taken, over: seats?.over ?? 0 }];
  });
  const kept = known.find(({ _id }) => _id === place.keptBatchId);
  const isOther = (one: BatchChoice & { _id: string }) =>
    kept?.batchTime === one.batchTime && kept.batchType === one.batchType && kept._id !== one._id;
  const { kind, batch, next } = offerFor(
    known.filter((one) => !isOther(one)),
    { ...choice, now },
  );
  const day = (at: Date) => dayName(at, { timeZone });
  const zone = zoneName(readAt, { timeZone });
  const isPlaceSure = kind === "opens" || kind === "running";

  function take(other: BatchChoice): void {
    onChoose(other);
    // The button that had the focus disappears.
    box.current?.focus();
  }

  return (
    <div ref={box} tabIndex={-1} aria-live="polite" className={styles.offer} data-kind={kind}>
      <p className={styles.title}>
        <Icon name={isPlaceSure ? "calendar" : "clock"} />
        {batch && kind === "opens" ? `Starts ${day(batch.startsAt)}` : null}
        {batch && kind === "running" ? `Started ${day(batch.startsAt)}` : null}
        {batch && kind === "full" ? `The batch of ${day(batch.startsAt)} is full` : null}
        {batch && kind === "late" ? `Started ${day(batch.startsAt)}, no longer open` : null}
        {kind === "none" ? "No batch at this time yet" : null}
      </p>
      <p>{batch?.days ? `${batch.days} ${zone}` : daysName(choice, zone)}</p>
      {/* The server does not know where the reader is. */}
      {live && batch && ownTime(batch.startsAt.toISOString(), { timeZone }) ? (
        <p>The first class: {ownTime(batch.startsAt.toISOString(), { timeZone })}</p>
      ) : null}
      {isPlaceSure && batch ? (
        <>
          <input type="hidden" name="batchId" value={batch._id} />
          {batch.classes > 0 ? (
            <p>
              {count(batch.classes, "class", "classes")} in {count(batch.weeks, "week", "weeks")}, with{" "}
              {batch.trainerName}
            </p>
          ) : null}
          {live && batch.seats !== null ? (
            <p className={styles.seats} data-few={batch.seats - batch.taken <= 3}>
              {count(batch.seats - batch.taken, "seat", "seats")} left
            </p>
          ) : null}
        </>
      ) : (
        <p>
          You can enrol all the same: you get your place when the next batch at this time opens, and we write to you
          then.
        </p>
      )}
      {kind === "full" && batch ? place.whenFull?.(batch._id) : null}
      {isPlaceSure ? null : <WishButton courseId={courseId} {...choice} />}
      {kind === "running" && batch && batch.over > 0 ? <MissedClasses batchId={batch._id} over={batch.over} /> : null}
      {next ? (
        <Button look="line" className={styles.next} onClick={() => take(next)}>
          <span>
            Next to open: <b className="inline-block">{day(next.startsAt)}</b>
            <small>{next.days ?? batchName(next)}</small>
          </span>
          <Icon name="arrow" />
        </Button>
      ) : null}
    </div>
  );
}

/** Mon, 23 Nov 2026 */
function dayName(at: Date, zone: { timeZone: string }): string {
  const iso = at.toISOString();
  return `${dateParts(iso, zone).weekday}, ${formatDay(iso, zone)}`;
}

function daysName(choice: BatchChoice, zone: string): string {
  const hours = `${batchHoursName(choice)} ${zone}`;
  return choice.batchType === "week-days"
    ? `Monday to Friday, ${hours}`
    : `Saturday and Sunday, ${hours}: two classes a day`;
}

function count(number: number, one: string, many: string): string {
  return `${number} ${number === 1 ? one : many}`;
}
