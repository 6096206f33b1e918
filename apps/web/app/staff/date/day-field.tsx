import { useId } from "react";
import * as look from "../../ui/field.module.css";
import * as controls from "../controls.module.css";
import { DateInput } from "./date-input.tsx";

type Props = { label: string; value: string; error?: string | undefined; onChange(day: string): void };

/** A day that the page keeps. */
export function DayField({ label, value, error, onChange }: Props) {
  const id = useId();
  return (
    <div className={controls.field}>
      <div className={look.field}>
        <label htmlFor={id}>{label}</label>
        <DateInput
          id={id}
          label={label}
          className={`${look.input} ${controls.input}`}
          value={value}
          aria-invalid={Boolean(error)}
          aria-describedby={error ? `${id}-error` : undefined}
          onChange={onChange}
        />
        {error ? (
          <p id={`${id}-error`} className={look.error}>
            {error}
          </p>
        ) : null}
      </div>
    </div>
  );
}
