import type { BatchToJoin } from "@shoreline/contract";
import { useClassroom } from "../../lib/classroom.ts";
import * as styles from "./place.module.css";
import { aboutText, batchText } from "./words.ts";

type Props = { legend: string; batches: BatchToJoin[]; error?: string | undefined };

/** Batches as radio buttons named `batchId`; full ones cannot be chosen. */
export function BatchChoice({ legend, batches, error }: Props) {
  const { institute } = useClassroom();
  return (
    <fieldset className={styles.choices}>
      <legend>{legend}</legend>
      {batches.map((one) => (
        <label key={one.batchId} className={styles.choice}>
          <input
            type="radio"
            name="batchId"
            value={one.batchId}
            disabled={one.seatsLeft === 0}
            aria-invalid={!!error}
          />
          <span>
            <b>{batchText(one)}</b>
            <small>{aboutText(one, institute)}</small>
          </span>
        </label>
      ))}
      {error ? <p className={styles.fault}>{error}</p> : null}
    </fieldset>
  );
}
