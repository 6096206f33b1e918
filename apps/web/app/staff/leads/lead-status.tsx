import { type LeadStatus, leadStatuses } from "@shoreline/domain/inbox";
import { StatusMark } from "../status-mark.tsx";
import * as styles from "./lead-status.module.css";
import { leadStatusShape, leadStatusText } from "./lead-words.ts";

type Props = { status: LeadStatus; isBusy: boolean; onChoose(status: LeadStatus): void };

/** The way of a lead; a press moves it. */
export function LeadStatusSteps({ status, isBusy, onChoose }: Props) {
  return (
    <fieldset className={styles.steps} aria-busy={isBusy}>
      <legend className="sr-only">Status</legend>
      {leadStatuses.map((one) => (
        <button key={one} type="button" aria-pressed={one === status} onClick={() => onChoose(one)}>
          <StatusMark shape={leadStatusShape[one]}>{leadStatusText[one]}</StatusMark>
        </button>
      ))}
    </fieldset>
  );
}
