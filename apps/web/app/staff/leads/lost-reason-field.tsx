import { useId } from "react";
import { Field } from "../controls.tsx";
import * as styles from "../forms.module.css";

const usual = ["Too expensive", "Joined elsewhere", "No time", "Not reachable"];

/** `isOther`: in one's own words. */
export type LostReason = { text: string; isOther: boolean };

export function readReason(text: string | null): LostReason {
  return { text: text ?? "", isOther: Boolean(text && !usual.includes(text)) };
}

type Props = { value: LostReason; error?: string | undefined; onChange(reason: LostReason): void };

export function LostReasonField({ value, error, onChange }: Props) {
  const id = useId();
  return (
    <>
      <fieldset className={styles.choices} aria-describedby={error ? id : undefined}>
        <legend>Reason</legend>
        {usual.map((text) => (
          <label key={text} className={styles.choice}>
            <input
              type="radio"
              name="reason"
              checked={!value.isOther && value.text === text}
              onChange={() => onChange({ text, isOther: false })}
            />
            <span>{text}</span>
          </label>
        ))}
        <label className={styles.choice}>
          <input
            type="radio"
            name="reason"
            checked={value.isOther}
            onChange={() => onChange({ text: "", isOther: true })}
          />
          <span>Other</span>
        </label>
      </fieldset>
      {value.isOther ? (
        <Field
          label="In your own words"
          value={value.text}
          maxLength={200}
          onChange={(event) => onChange({ text: event.target.value, isOther: true })}
        />
      ) : null}
      {error ? (
        <p id={id} role="alert" className={styles.fault}>
          {error}
        </p>
      ) : null}
    </>
  );
}
