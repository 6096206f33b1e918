import type { MovePreview } from "@shoreline/contract";
import { Link } from "react-router";
import { Notice } from "../../ui/message.tsx";
import { without } from "../audit/audit-filter.ts";
import { StaffIcon } from "../icon.tsx";
import { useSearch } from "../use-search.ts";
import { formatWhole } from "../when.ts";
import * as styles from "./move.module.css";

const mostShown = 3;

type Props = {
  preview: MovePreview;
  /** Somebody goes to the class that is in the way. */
  onLeave(): void;
};

/** What stops it: directly below the fields that cause it. */
export function MoveObstacles({ preview: { why, clashes }, onLeave }: Props) {
  return (
    <>
      {why ? <Warning title={why} /> : null}
      {clashes.length > 0 ? <Clashes {...{ clashes, onLeave }} /> : null}
    </>
  );
}

/** From where to where, and what else to think of. */
export function MoveOutcome({ preview, isCancelled }: Pick<Props, "preview"> & { isCancelled: boolean }) {
  const { classes, course, busy, busyCount } = preview;
  const holidays = classes.filter(({ holiday }) => holiday);
  const isSame = !isCancelled && classes.every(({ before, after }) => changesOf(before, after).length === 0);
  return (
    <>
      <table className={styles.facts}>
        <caption className="sr-only">From and to</caption>
        {classes.slice(0, mostShown).map(({ classId, number, topic, before, after }) => (
          <tbody key={classId}>
            <tr>
              <th scope="row">Class</th>
              <td>
                {course} {number}: {topic}
                {before.startsAt === after.startsAt ? `, ${formatWhole(before.startsAt)}` : ""}
              </td>
            </tr>
            {isCancelled || isSame ? null : <FromTo changes={changesOf(before, after)} />}
          </tbody>
        ))}
      </table>
      {isSame ? <p>Choose another day, time, trainer or room.</p> : null}
      {classes.length > mostShown ? <p>And {classes.length - mostShown} more, by the same days and hours.</p> : null}
      {holidays.length > 0 ? (
        <Warning title={holidays.length === 1 ? "One class falls on a holiday" : `${holidays.length} fall on holidays`}>
          {holidays
            .slice(0, mostShown)
            .map(({ after, holiday }) => `${formatWhole(after.startsAt)}: ${holiday}`)
            .join(". ")}
        </Warning>
      ) : null}
      {busyCount > 0 ? (
        <Warning
          title={
            busyCount === 1 ? "One learner has another class then" : `${busyCount} learners have another class then`
          }
        >
          {busy.map(({ name, course: other, startsAt }) => `${name}: ${other}, ${formatWhole(startsAt)}`).join(". ")}
          {busyCount > busy.length ? `. And ${busyCount - busy.length} more.` : "."}
        </Warning>
      ) : null}
    </>
  );
}

function Clashes({ clashes, onLeave }: Pick<MovePreview, "clashes"> & Pick<Props, "onLeave">) {
  const search = useSearch();
  const to = ({ day, classId }: MovePreview["clashes"][number]) => {
    const next = without(search, "view");
    next.set("day", day);
    next.set("class", classId);
    return `?${next}`;
  };
  return (
    <Warning title={clashes.length === 1 ? "This clashes with another class" : "This clashes with other classes"}>
      {clashes.map((clash) => (
        <span key={`${clash.classId} ${clash.text}`}>
          {clash.text}{" "}
          <Link to={to(clash)} onClick={onLeave}>
            Show that class
          </Link>
          .{" "}
        </span>
      ))}
    </Warning>
  );
}

function Warning({ title, children }: { title: string; children?: React.ReactNode }) {
  return (
    <Notice look="wrong" role="status">
      <StaffIcon name="warn" />
      <div>
        <p>
          <b>{title}</b>
        </p>
        {children ? <p>{children}</p> : null}
      </div>
    </Notice>
  );
}

type Facts = MovePreview["classes"][number]["before"];

/** Only what changes: the time, the trainer, the room. */
function changesOf(before: Facts, after: Facts): [from: string, to: string][] {
  const pairs: [string, string][] = [
    [formatWhole(before.startsAt), formatWhole(after.startsAt)],
    [before.trainer || "nobody yet", after.trainer || "nobody yet"],
    [before.room || "online", after.room || "online"],
  ];
  return pairs.filter(([from, to]) => from !== to);
}

function FromTo({ changes }: { changes: [from: string, to: string][] }) {
  return (
    <>
      <tr>
        <th scope="row">From</th>
        <td>
          <del>{changes.map(([from]) => from).join(", ")}</del>
        </td>
      </tr>
      <tr>
        <th scope="row">To</th>
        <td>
          <b>{changes.map(([, to]) => to).join(", ")}</b>
        </td>
      </tr>
    </>
  );
}
