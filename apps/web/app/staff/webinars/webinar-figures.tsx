import type { StaffWebinar } from "@shoreline/contract";
import type { ReactNode } from "react";
import { StatusMark } from "../status-mark.tsx";
import { formatClock, formatWhole } from "../when.ts";
import * as styles from "./webinar-figures.module.css";
import { isLinkMissing, webinarStates } from "./webinar-words.ts";

/** When it is, and how many came. */
export function WebinarFigures({ webinar, missed }: { webinar: StaffWebinar; missed: number }) {
  const { startsAt, endsAt, state, registered, seats, unconfirmed, attended } = webinar;
  const { shape, text } = webinarStates[state];
  return (
    <dl className={styles.figures}>
      <Figure name="When">
        {formatWhole(startsAt)} to {formatClock(endsAt)}
      </Figure>
      <Figure name="State">
        <StatusMark shape={shape}>{text}</StatusMark>
        {isLinkMissing(webinar) ? <StatusMark shape="act">Meeting link missing</StatusMark> : null}
      </Figure>
      <Figure name="Registered">
        <b>{registered}</b>
        {seats === null ? "" : ` of ${seats} seats`}
        {unconfirmed > 0 ? `, ${unconfirmed} not confirmed` : ""}
      </Figure>
      {state === "upcoming" ? null : (
        <Figure name="Attended">
          <b>{attended}</b>
          {missed > 0 ? `, ${missed} missed it` : ""}
        </Figure>
      )}
    </dl>
  );
}

function Figure({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
