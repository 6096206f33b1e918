import type { StaffMe, TimetableClass } from "@shoreline/contract";
import { Link } from "react-router";
import { Dialog } from "../../ui/dialog.tsx";
import { Button, ButtonLink, ButtonRow } from "../controls.tsx";
import { may, useMe } from "../queries.ts";
import { formatWhole } from "../when.ts";
import { holdersText } from "../words.ts";
import { isMovable, lookOf } from "./block.tsx";
import * as styles from "./move.module.css";

type Props = {
  one: TimetableClass;
  now: string;
  room: string;
  mayMove: boolean;
  onMove(): void;
  onCancel(): void;
  onClose(): void;
};

/** What the timetable knows of a class, and what can be done with it. */
export function ClassDialog({ one, now, room, mayMove, onMove, onCancel, onClose }: Props) {
  const me = useMe();
  const name = one.batch || one.course;
  const batch = may(me, "see batches") ? <Link to={`/staff/batches/${one.batchId}`}>{name}</Link> : name;
  const facts = [
    ["When", `${formatWhole(one.startsAt)}, ${one.minutes} minutes`],
    ["Topic", `${one.number}: ${one.topic}`],
    ["Batch", batch],
    ["Trainer", one.trainer || "Nobody yet"],
    ["Where", one.roomId ? room || "At the campus" : one.hasLink ? "Online" : "Online, without a link yet"],
  ] as const;
  const isFree = mayMove && isMovable(one, now);
  const whyClosed = whyNotOpen(me, one);
  const reasons = [whyClosed, whyNotMove({ one, now, mayMove })].filter(Boolean);
  return (
    <Dialog title={one.course} onClose={onClose}>
      <table className={styles.facts}>
        <caption className="sr-only">The class</caption>
        <tbody>
          {facts.map(([label, text]) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              <td>{text}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {reasons.length > 0 ? <p className={styles.reasons}>{reasons.join(" ")}</p> : null}
      <ButtonRow className={styles.keys}>
        {whyClosed ? (
          <Button disabled>Open the class</Button>
        ) : (
          <ButtonLink to={`/staff/classes/${one.classId}`}>Open the class</ButtonLink>
        )}
        <Button look="line" disabled={!isFree} onClick={onMove}>
          Move…
        </Button>
        <Button look="danger-line" disabled={!isFree} onClick={onCancel}>
          Cancel the class…
        </Button>
      </ButtonRow>
    </Dialog>
  );
}

/** Trainers open their own classes. */
function whyNotOpen(me: StaffMe, { trainerId }: TimetableClass): string {
  if (!may(me, "teach classes")) return `Only ${holdersText("teach classes")} may open classes.`;
  const isTheirs = !may(me, "change timetable") && trainerId !== me.staffId;
  return isTheirs ? "Somebody else teaches this class." : "";
}

function whyNotMove({ one, now, mayMove }: Pick<Props, "one" | "now" | "mayMove">): string {
  if (!mayMove) return `Only ${holdersText("change timetable")} may move classes.`;
  if (isMovable(one, now)) return "";
  return lookOf(one, now) === "over" ? "This class is over." : "This class is cancelled.";
}
