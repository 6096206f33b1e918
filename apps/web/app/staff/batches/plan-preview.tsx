import type { BatchPreview } from "@shoreline/contract";
import { ApiError } from "@shoreline/contract/client";
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
import * as series from "./series-form.module.css";

type Props = {
  preview: BatchPreview | undefined;
  error: unknown;
  /** It is the last plan that could be made; the form says something else now. */
  isOld: boolean;
  /** Takes the proposed pattern. */
  onPattern?(pattern: WeeklySlot[]): void;
};

/** What a plan comes to, or why there is none. */
export function PlanPreview({ preview, error, isOld, onPattern }: Props) {
  return (
    <>
      {error ? (
        <Notice look="wrong" role="alert">
          <StaffIcon name="warn" />
          <p>{whyNoPlan(error)}</p>
        </Notice>
      ) : null}
      {error || (preview && !isOld) ? null : (
        <p>Choose a course, a first day and the days of the week to see the plan.</p>
      )}
      {preview ? (
        <div className={`${series.aside} ${series.outcome}`} inert={isOld}>
          <Outcome preview={preview} onPattern={onPattern} />
        </div>
      ) : null}
    </>
  );
}

/** The fault of a field is said here too: on a desk the field may be out of sight. */
function whyNoPlan(error: unknown): string {
  const [first] = error instanceof ApiError ? Object.values(error.fields) : [];
  return first ? `There is no such plan. ${first}.` : errorText(error);
}

type OutcomeProps = { preview: BatchPreview; onPattern: Props["onPattern"] };

/** The sums of a plan, what speaks against it, and the days that are left out. */
function Outcome({ preview, onPattern }: OutcomeProps) {
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

function Sums({ preview, onPattern }: OutcomeProps) {
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
