import * as styles from "./segments.module.css";

type Props<Value extends string> = {
  legend: string;
  name: string;
  options: { value: Value; text: string }[];
  /** "" when none is chosen yet. */
  value: Value | "";
  onChange(value: Value): void;
};

/** Radio buttons side by side. */
export function Segments<Value extends string>({ legend, name, options, value, onChange }: Props<Value>) {
  return (
    <fieldset className={styles.segments}>
      <legend>{legend}</legend>
      {options.map((option) => (
        <label key={option.value}>
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          <span>{option.text}</span>
        </label>
      ))}
    </fieldset>
  );
}
