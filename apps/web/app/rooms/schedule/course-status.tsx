import type { Today } from "@shoreline/contract";
import { isBatchTime } from "@shoreline/domain/site";
import { useClassroom } from "../../lib/classroom.ts";
import { formatDay, formatTimes } from "../../lib/format.ts";
import { Icon } from "../../ui/icon.tsx";
import { MoreLink } from "../../ui/more.tsx";
import { ProgressBar } from "../../ui/progress-bar.tsx";
import { batchTimeName } from "../course/labels.ts";

/** `now` is the server's clock. */
type Props = { courseName: string; now: string | undefined; status: Today["courses"][number] | undefined };

/** On the card of a course: its batch, how far it has come, and its next class. */
export function CourseStatus({ courseName, now = "", status }: Props) {
  const { institute } = useClassroom();
  if (!status) return null;
  const { batch, held, attended, left, next } = status;
  if (!batch)
    return (
      <p className="text-s text-ink-2">
        You are waiting for a batch. We notify you as soon as your classes are planned.
      </p>
    );
  const day = (iso: string) => formatDay(iso, institute);
  const isRunning = next !== null && next.classDate <= now;
  const hours = isBatchTime(batch.batchTime) ? batchTimeName(batch.batchTime) : batch.batchTime;
  return (
    <>
      <p className="text-s text-ink-2">
        {batch.batchType === "week-days" ? "Weekdays" : "Weekends"}, {hours}, {day(batch.startsAt)} to{" "}
        {day(batch.endsAt)}
      </p>
      <p className="-mb-2 text-s font-semibold">Classes held</p>
      <ProgressBar max={held + left} value={held} label={`${courseName}: classes held`} />
      <p className="text-s">
        <b>{held}</b> held, <b>{attended}</b> attended, <b>{left}</b> left
      </p>
      <p className="text-s text-ink-2">
        {next
          ? `${isRunning ? "In progress since" : "Next class:"} ${day(next.classDate)}, ${formatTimes(next.classDate, institute)}`
          : "All classes of this batch are over."}
      </p>
      {/* The panel above has the Join of one class only. */}
      {isRunning ? (
        <MoreLink to={`/dashboard/schedule/${encodeURIComponent(status.courseId)}`}>
          Join the class <Icon name="arrow" />
        </MoreLink>
      ) : null}
    </>
  );
}
