import { type FormEvent, type ReactNode, useId, useRef } from "react";
import { DateInput } from "./date/date-input.tsx";
import * as styles from "./filter-chips.module.css";
import { StaffIcon } from "./icon.tsx";

type ChipProps = { label: ReactNode; isEmpty: boolean; children: ReactNode };

function Chip({ label, isEmpty, children }: ChipProps) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is given.
    <label className={styles.chip} data-empty={isEmpty}>
      {label}
      {children}
    </label>
  );
}

export type ChipOption = { value: string; text: string };
type ChoiceProps = {
  label: string;
  any: string;
  value: string;
  /** What the value reads as where it is not one of the options: several at once, or what a link brought. */
  valueText?: string;
  options: ChipOption[];
  onChange(value: string): void;
};

export function ChoiceChip({ label, any, value, valueText = value, options, onChange }: ChoiceProps) {
  const isListed = !value || options.some((option) => option.value === value);
  return (
    <Chip label={label} isEmpty={!value}>
      <select value={value} onChange={(event) => onChange(event.target.value)}>
        <option value="">{any}</option>
        {isListed ? null : <option value={value}>{valueText}</option>}
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.text}
          </option>
        ))}
      </select>
    </Chip>
  );
}

export function DateChip({ label, value, onChange }: { label: string; value: string; onChange(date: string): void }) {
  const id = useId();
  return (
    <span className={styles.chip} data-empty={!value}>
      <label htmlFor={id}>{label}</label>
      <DateInput id={id} label={label} value={value} onChange={onChange} />
    </span>
  );
}

/** Taken over on Enter, and when the field is left. */
export function WordsChip({ value, hint, onChange }: { value: string; hint: string; onChange(words: string): void }) {
  const field = useRef<HTMLInputElement>(null);
  const take = () => onChange(field.current?.value.trim() ?? "");
  const submit = (event: FormEvent) => {
    event.preventDefault();
    take();
  };
  return (
    <form onSubmit={submit}>
      <Chip label={<FindMark />} isEmpty={!value}>
        <input ref={field} type="search" defaultValue={value} onBlur={take} maxLength={100} placeholder={hint} />
      </Chip>
    </form>
  );
}

/** The word leaves its room to the hint. */
function FindMark() {
  return (
    <>
      <StaffIcon name="search" />
      <span className="sr-only">Find</span>
    </>
  );
}
