import { useId, useState } from "react";
import * as look from "../../ui/field.module.css";
import * as controls from "../controls.module.css";
import { DateInput } from "./date-input.tsx";

type Props = { label: string; name: string; defaultValue: string; onChange?(date: string): void };

/** A day in a form, which sends it as 2026-11-17. */
export function DateField({ label, name, defaultValue, onChange }: Props) {
  const id = useId();
  const [date, setDate] = useState(defaultValue);
  return (
    <div className={controls.field}>
      <div className={look.field}>
        <label htmlFor={id}>{label}</label>
        <DateInput
          id={id}
          label={label}
          className={`${look.input} ${controls.input}`}
          value={date}
          onChange={(next) => {
            setDate(next);
            onChange?.(next);
          }}
        />
        <input type="hidden" name={name} value={date} />
      </div>
    </div>
  );
}
