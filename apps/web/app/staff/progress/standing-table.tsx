import type { LearnerStanding } from "@shoreline/contract";
import { Link } from "react-router";
import { StatusMark } from "../status-mark.tsx";
import * as table from "../table.module.css";
import { certificateMarks, homeworkText, seenText } from "./progress-words.ts";
import * as styles from "./standing-table.module.css";

type Props = {
  batchId: string;
  learners: LearnerStanding[];
  chosen: ReadonlySet<string>;
  onChoose(learnerIds: string[], isChosen: boolean): void;
};

export function StandingTable({ batchId, learners, chosen, onChoose }: Props) {
  const ids = learners.map(({ learnerId }) => learnerId);
  const count = ids.filter((id) => chosen.has(id)).length;
  const isAll = count === ids.length;
  return (
    <table className={`${table.table} ${table.rows} ${styles.learners}`}>
      <caption className="sr-only">Learners of the batch</caption>
      <thead>
        <tr>
          <th className={table.check}>
            <input
              type="checkbox"
              aria-label="Choose all"
              checked={isAll}
              ref={(box) => {
                if (box) box.indeterminate = count > 0 && !isAll;
              }}
              onChange={() => onChoose(ids, !isAll)}
            />
          </th>
          <th>Learner</th>
          <th className={table.end}>Attended</th>
          <th>Homework</th>
          <th className={table.end}>Recordings</th>
          <th className={table.end}>Last seen</th>
          <th>Certificate</th>
          <th>Falls behind</th>
        </tr>
      </thead>
      <tbody>
        {learners.map((one) => (
          <Row key={one.learnerId} {...{ batchId, one, isChosen: chosen.has(one.learnerId), onChoose }} />
        ))}
      </tbody>
    </table>
  );
}

type RowProps = Pick<Props, "batchId" | "onChoose"> & { one: LearnerStanding; isChosen: boolean };

function Row({ batchId, one, isChosen, onChoose }: RowProps) {
  const { learnerId, name, attended, held, recordings, watched, lastSeenAt, certificate, reasons } = one;
  const { shape, text } = certificateMarks[certificate.state];
  return (
    <tr className={table.row} data-chosen={isChosen}>
      <td className={`${table.check} ${styles.check}`}>
        <input
          type="checkbox"
          aria-label={`Choose ${name}`}
          checked={isChosen}
          onChange={() => onChoose([learnerId], !isChosen)}
        />
      </td>
      <td className={styles.who}>
        <Link to={`/staff/progress/${batchId}/${learnerId}`} className={table.name} data-row={learnerId}>
          {name}
        </Link>
      </td>
      <td className={`${table.end} ${styles.attended}`}>
        {attended} of {held}
      </td>
      <td className={styles.homework}>{homeworkText(one)}</td>
      <td className={`${table.end} ${styles.recordings}`}>{recordings > 0 ? `${watched} of ${recordings}` : ""}</td>
      <td className={`${table.end} ${table.moment} ${styles.seen}`}>{seenText(lastSeenAt)}</td>
      <td className={styles.certificate}>
        <StatusMark shape={shape}>{text}</StatusMark>
      </td>
      <td className={styles.reasons}>
        {one.isOnHold ? <span className={table.dim}>On hold</span> : null}
        {reasons.length > 0 ? <StatusMark shape="act">{reasons.join(", ")}</StatusMark> : null}
      </td>
    </tr>
  );
}
