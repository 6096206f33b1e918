import type { BatchPreview } from "@shoreline/contract";
import type { WeeklySlot } from "@shoreline/domain/weekly";
import { Link } from "react-router";
import { formatDate } from "../../lib/format.ts";
import { errorText } from "../../lib/problem.ts";
import { Notice } from "../../ui/message.tsx";
import { Button } from "../controls.tsx";
import { StaffIcon } from "../icon.tsx";
import { PageSection } from "../page-head.tsx";
import { classTimeText, count, dayText } from "./batch-words.ts";
import * as styles from "./plan-preview.module.css";

type Props = {
  preview: BatchPreview | undefined;
  error: unknown;
  /** Takes the proposed pattern. */
  onPattern?(pattern: WeeklySlot[]): void;
};

/** The sums of a plan, what speaks against it, and the days that are left out. */
export function PlanPreview({ preview, error, onPattern }: Props) {
  if (error)
    return (
      <Notice look="wrong" role="alert">
        <StaffIcon name="warn" />
        <p>{errorText(error)}</p>
      </Notice>
    );
  if (!preview) return <p>Choose a course, a day and a pattern: what comes of it stands here.</p>;
  const { clashes, warnings, skipped } = preview;
  return (
    <>
      <Sums preview={preview} onPattern={onPattern} />
      {clashes.length > 0 ? (
        <Notice look="wrong" role="alert">
          <StaffIcon name="warn" />
          <div>
            <p>
              <b>{clashes.length >= 20 ? "20 clashes or more" : count(clashes.length, "clash", "clashes")}</b>
            </p>
            <ul className={styles.clashes}>
              {clashes.map(({ startsAt, text }) => (
                <li key={`${startsAt} ${text}`}>
                  {classTimeText(startsAt)}: {text}.
                </li>
              ))}
            </ul>
          </div>
        </Notice>
      ) : null}
      {warnings.length > 0 ? (
        <Notice look="waiting">
          <StaffIcon name="info" />
          <div>
            {warnings.map((text) => (
              <p key={text}>{text}</p>
            ))}
          </div>
        </Notice>
      ) : null}
      <PageSection
        id="skipped"
        title="Days without class"
        count={skipped.length}
        way={<Link to="/staff/class-settings">Calendar</Link>}
      >
        {skipped.length === 0 ? <p>Every day of the pattern is taught.</p> : null}
        <ul className={styles.days}>
          {skipped.map(({ day, name }) => (
            <li key={day}>
              <span>{formatDate(day)}</span>
              <span>{name}</span>
            </li>
          ))}
        </ul>
      </PageSection>
    </>
  );
}

function Sums({ preview, onPattern }: { preview: BatchPreview; onPattern: Props["onPattern"] }) {
  const { hours, hoursAWeek, skipped, lastEndsAt, weeks, otherWeeks, hint } = preview;
  return (
    <div className={styles.sums}>
      <dl>
        <dt>Classes</dt>
        <dd>{hours}</dd>
        <dt>A week</dt>
        <dd>{hoursAWeek} h</dd>
        <dt>Skipped days</dt>
        <dd>{skipped.length}</dd>
        <dt className={styles.last}>Last class</dt>
        <dd className={styles.last}>{lastEndsAt ? dayText(lastEndsAt) : ""}</dd>
      </dl>
      <p>
        {count(hours, "hour")} at {hoursAWeek} a week last {count(weeks, "week")}.
        {otherWeeks ? ` Other batches of the course take about ${otherWeeks}.` : ""}
      </p>
      {hint && onPattern ? (
        <Button look="line" onClick={() => onPattern(hint.pattern)}>
          Use {hint.hoursADay} hours a day: ends {dayText(hint.lastEndsAt)}
        </Button>
      ) : null}
    </div>
  );
}
