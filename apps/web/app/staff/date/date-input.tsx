import { type ComponentProps, type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { StaffIcon } from "../icon.tsx";
import { Calendar } from "./calendar.tsx";
import * as styles from "./date-input.module.css";
import { dayText, isDay, readDay, todayDate } from "./date-text.ts";

const fault = "Enter a day such as 17 Nov 2026";

type Props = Omit<ComponentProps<"input">, "value" | "onChange"> & {
  /** What it is for, in the name of the calendar: Received since. */
  label: string;
  /** 2026-11-17, or nothing. */
  value: string;
  onChange(date: string): void;
};

/**
 * A day, typed as people here write it or chosen from a calendar. A date field of the browser would show it in the order of the
 * browser's language. It is taken over on Enter, and when the field is left.
 */
export function DateInput({ label, value, onChange, ...props }: Props) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [given, setGiven] = useState(value);
  const [typed, setTyped] = useState(dayText(value));
  const [isWrong, setWrong] = useState(false);
  if (given !== value) {
    setGiven(value);
    setTyped(dayText(value));
    setWrong(false);
  }
  // A form with a wrong day is not sent.
  useEffect(() => field.current?.setCustomValidity(isWrong ? fault : ""), [isWrong]);

  const put = (date: string) => {
    setWrong(false);
    setTyped(dayText(date));
    if (date !== value) onChange(date);
  };
  const take = () => {
    if (typed === dayText(value)) return;
    const date = typed.trim() ? readDay(typed, todayDate()) : "";
    if (date === null) setWrong(true);
    else put(date);
  };
  return (
    <span className={styles.box}>
      <input
        {...props}
        ref={field}
        type="text"
        value={typed}
        placeholder="day month year"
        autoComplete="off"
        maxLength={30}
        aria-invalid={isWrong || props["aria-invalid"]}
        aria-describedby={isWrong ? `${id}-fault` : props["aria-describedby"]}
        onChange={(event) => {
          setWrong(false);
          setTyped(event.target.value);
        }}
        onBlur={take}
        onKeyDown={(event: KeyboardEvent) => event.key === "Enter" && take()}
      />
      <CalendarButton label={label} value={value} onChoose={put} />
      {isWrong ? (
        <span id={`${id}-fault`} role="alert" className={styles.fault}>
          {fault}
        </span>
      ) : null}
    </span>
  );
}

type CalendarProps = { label: string; value: string; onChoose(date: string): void };

function CalendarButton({ label, value, onChoose }: CalendarProps) {
  const id = useId();
  const popover = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" className={styles.button} popoverTarget={id} aria-label={`${label}: calendar`}>
        <StaffIcon name="calendar" />
      </button>
      <div
        ref={popover}
        id={id}
        popover="auto"
        role="dialog"
        aria-labelledby={isOpen ? `${id}-title` : undefined}
        className={styles.popover}
        onToggle={(event) => setOpen(event.newState === "open")}
      >
        {isOpen ? (
          <>
            <p id={`${id}-title`} className={styles.title}>
              {label}
            </p>
            <Calendar
              value={isDay(value) ? value : ""}
              onChoose={(date) => {
                popover.current?.hidePopover();
                onChoose(date);
              }}
            />
          </>
        ) : null}
      </div>
    </>
  );
}
