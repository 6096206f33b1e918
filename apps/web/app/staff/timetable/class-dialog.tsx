import type { TimetableClass } from "@shoreline/contract";
import { Dialog } from "../../ui/dialog.tsx";
import { Button, ButtonRow } from "../controls.tsx";
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
  const facts = [
    ["When", `${formatWhole(one.startsAt)}, ${one.minutes} minutes`],
    ["Topic", `${one.number}: ${one.topic}`],
    ["Batch", one.batch || one.course],
    ["Trainer", one.trainer || "Nobody yet"],
    ["Where", one.roomId ? room || "At the campus" : one.hasLink ? "Online" : "Online, without a link yet"],
  ];
  const isFree = mayMove && isMovable(one, now);
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
      <ButtonRow>
        <Button disabled={!isFree} onClick={onMove}>
          Move…
        </Button>
        <Button look="danger-line" disabled={!isFree} onClick={onCancel}>
          Cancel the class…
        </Button>
      </ButtonRow>
      {mayMove ? null : <p>Only {holdersText("change timetable")} may move classes.</p>}
      {mayMove && !isFree ? (
        <p>{lookOf(one, now) === "over" ? "This class is over." : "This class is cancelled."}</p>
      ) : null}
    </Dialog>
  );
}
