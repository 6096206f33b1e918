import { useId } from "react";
import * as styles from "../forms.module.css";

export type Choice<Value extends string> = { value: Value; text: string; more: string };

type Props<Value extends string> = {
  legend: string;
  choices: Choice<Value>[];
  value: readonly Value[];
  error?: string | undefined;
  onChange(value: Value[]): void;
};

/** Checkboxes, each with what it means. */
export function Choices<Value extends string>({ legend, choices, value, error, onChange }: Props<Value>) {
  const id = useId();
  const toggle = (one: Value) =>
    onChange(choices.map((choice) => choice.value).filter((other) => (other === one) !== value.includes(other)));
  return (
    <fieldset className={styles.choices} aria-describedby={error ? id : undefined}>
      <legend>{legend}</legend>
      {choices.map((choice) => (
        <label key={choice.value} className={styles.choice}>
          <input
            type="checkbox"
            checked={value.includes(choice.value)}
            aria-invalid={Boolean(error)}
            onChange={() => toggle(choice.value)}
          />
          <span>{choice.text}</span>
          <span className={styles.more}>{choice.more}</span>
        </label>
      ))}
      {error ? (
        <p id={id} className={styles.fault}>
          {error}
        </p>
      ) : null}
    </fieldset>
  );
}
