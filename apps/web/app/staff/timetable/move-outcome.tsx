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
  isCancelled: boolean;
  /** Somebody goes to the class that is in the way. */
  onLeave(): void;
};

/** From where to where, and what speaks against it. */
export function MoveOutcome({ preview, isCancelled, onLeave }: Props) {
  const { classes, course, why, clashes, busy, busyCount } = preview;
  const holidays = classes.filter(({ holiday }) => holiday);
  return (
    <>
      <table className={styles.facts}>
        <caption className="sr-only">From and to</caption>
        <tbody>
          {classes.slice(0, mostShown).map(({ classId, number, topic, before, after }) => (
            <tr key={classId}>
              <th scope="row">Class {number}</th>
              <td>
                {course}: {topic}
                <br />
                <del>{placeText(before)}</del>
                {isCancelled ? null : (
                  <>
                    {" "}
                    <b>{placeText(after)}</b>
                  </>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {classes.length > mostShown ? <p>And {classes.length - mostShown} more, by the same days and hours.</p> : null}
      {why ? <Warning title={why} /> : null}
      {clashes.length > 0 ? <Clashes {...{ clashes, onLeave }} /> : null}
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

function placeText({ startsAt, trainer, room }: MovePreview["classes"][number]["before"]): string {
  return [formatWhole(startsAt), trainer || "nobody yet", room || "online"].join(", ");
}
