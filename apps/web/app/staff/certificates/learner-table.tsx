import type { AwardLearner } from "@shoreline/contract";
import type { ChangeEvent } from "react";
import { Button } from "../controls.tsx";
import type { LeadSelection } from "../leads/lead-selection.ts";
import { PageCheckbox } from "../leads/page-checkbox.tsx";
import { StatusMark } from "../status-mark.tsx";
import * as table from "../table.module.css";
import { doneText, shareOf } from "./award-words.ts";
import * as styles from "./learner-table.module.css";
import { ShareBar } from "./share-bar.tsx";

type Shared = {
  /** Null: nothing can be chosen here. */
  selection: LeadSelection | null;
  mayPreview: boolean;
  mayIssueBelow: boolean;
  onPreview(learner: AwardLearner): void;
  onIssueBelow(learner: AwardLearner): void;
};

export function LearnerTable({ learners, ...shared }: Shared & { learners: AwardLearner[] }) {
  return (
    <table className={`${table.table} ${table.rows} ${styles.learners}`} data-choosing={shared.selection !== null}>
      <caption className="sr-only">Learners, those of the latest batches first</caption>
      <thead>
        <tr>
          {shared.selection ? (
            <th className={table.check}>
              <PageCheckbox selection={shared.selection} />
            </th>
          ) : null}
          <th>Learner</th>
          <th>Course</th>
          <th aria-sort="descending">Batch</th>
          <th>Attended</th>
          <th className={table.end}>Classes</th>
          <th className={table.end}>Share</th>
          <th>State</th>
          <th>
            <span className="sr-only">Action</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {learners.map((learner) => (
          <LearnerRow key={learner.purchaseId} learner={learner} {...shared} />
        ))}
      </tbody>
    </table>
  );
}

function LearnerRow({ learner, selection, ...shared }: Shared & { learner: AwardLearner }) {
  const { purchaseId, name, course, batch, attended, classes, percent, missing } = learner;
  const share = shareOf(learner);
  const isChosen = selection?.isChosen(purchaseId) ?? false;
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const isRange = (event.nativeEvent as MouseEvent).shiftKey;
    isRange ? selection?.chooseRange(purchaseId) : selection?.toggle(purchaseId);
  };
  return (
    <tr className={table.row} data-chosen={isChosen}>
      {selection ? (
        <td className={`${table.check} ${styles.check}`}>
          <input type="checkbox" aria-label={`Choose ${name}`} checked={isChosen} onChange={choose} />
        </td>
      ) : null}
      <td className={styles.who}>
        <span className={table.name} data-row={purchaseId} tabIndex={-1}>
          {name}
        </span>
      </td>
      <td className={styles.course}>{course}</td>
      <td className={styles.batch}>{batch}</td>
      <td className={styles.bar}>
        <ShareBar share={share} needed={percent} label={`${share} % of the classes, ${percent} % needed`} />
      </td>
      <td className={`${table.end} ${styles.number}`}>
        {attended} / {classes}
      </td>
      <td className={`${table.end} ${styles.share}`}>{share} %</td>
      <td className={styles.state}>
        <State learner={learner} />
      </td>
      <td className={`${table.end} ${styles.action}`}>
        {missing.length === 0 ? (
          shared.mayPreview ? (
            <Button look="quiet" onClick={() => shared.onPreview(learner)}>
              Preview<span className="sr-only"> of {name}</span>
            </Button>
          ) : null
        ) : (
          <Button
            look="quiet"
            disabled={!shared.mayIssueBelow}
            title={shared.mayIssueBelow ? undefined : "Only an owner issues below the rule."}
            onClick={() => shared.onIssueBelow(learner)}
          >
            Issue with a reason<span className="sr-only"> to {name}</span>
          </Button>
        )}
      </td>
    </tr>
  );
}

function State({ learner }: { learner: AwardLearner }) {
  const { missing, isOnHold } = learner;
  const done = doneText(learner);
  if (missing.length > 0) {
    const isMoney = missing.some((text) => text.endsWith("overdue"));
    return (
      <StatusMark shape={isMoney ? "act" : "half"}>
        {missing.join(", ")}
        {isOnHold ? ", on hold" : ""}
      </StatusMark>
    );
  }
  return (
    <>
      <StatusMark shape="done">Earned</StatusMark>
      {done ? <span className={styles.note}>{done}</span> : null}
    </>
  );
}
