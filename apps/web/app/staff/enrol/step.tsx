import type { ReactNode } from "react";
import * as styles from "./enrol.module.css";

/** One of the four steps. Its first field has `data-step`: Enter in the step before goes there. */
export function Step({
  number,
  title,
  isDone,
  children,
}: {
  number: number;
  title: string;
  isDone: boolean;
  children: ReactNode;
}) {
  return (
    <section className={styles.step} aria-labelledby={`step-${number}`}>
      <span className={styles.plate} data-done={isDone} aria-hidden="true">
        {number}
      </span>
      <div className={styles.stepBody}>
        <h2 id={`step-${number}`}>{title}</h2>
        {children}
      </div>
    </section>
  );
}

type Option<Value extends string> = { value: Value; text: string; letter?: string };
type Props<Value extends string> = {
  legend: string;
  name: string;
  options: Option<Value>[];
  value: Value | "";
  onChange(value: Value): void;
};

/** Radio buttons side by side. While one has the focus, the letter of another chooses it. */
export function Radios<Value extends string>({ legend, name, options, value, onChange }: Props<Value>) {
  const chosen = options.some((option) => option.value === value) ? value : options[0]?.value;
  return (
    <fieldset
      className={styles.radios}
      onKeyDown={(event) => {
        if (event.ctrlKey || event.metaKey || event.altKey) return;
        const option = options.find(({ letter }) => letter === event.key.toLowerCase());
        if (!option) return;
        event.preventDefault();
        onChange(option.value);
        event.currentTarget.querySelector<HTMLInputElement>(`[value="${CSS.escape(option.value)}"]`)?.focus();
      }}
    >
      <legend>{legend}</legend>
      {options.map((option) => (
        <label key={option.value}>
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            data-step={option.value === chosen ? name : undefined}
            onChange={() => onChange(option.value)}
          />
          <span>{option.text}</span>
        </label>
      ))}
    </fieldset>
  );
}
