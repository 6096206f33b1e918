import { type KeyboardEvent, useId, useState } from "react";
import * as styles from "./chips-field.module.css";
import { field } from "./field.module.css";
import { Icon } from "./icon.tsx";
import { Tag } from "./tag.tsx";

type Props = { label: string; hint: string; values: string[]; most: number; onChange(values: string[]): void };

/** A list of short words: Enter or a comma adds one, its cross or Backspace in the empty field removes one. */
export function ChipsField({ label, hint, values, most, onChange }: Props) {
  const id = useId();
  const [text, setText] = useState("");
  const isFull = values.length >= most;

  function add() {
    const words = text.split(",").map((word) => word.trim().slice(0, 50));
    const fresh = words.filter((word, at) => word && !values.includes(word) && words.indexOf(word) === at);
    setText("");
    if (fresh.length > 0) onChange([...values, ...fresh].slice(0, most));
  }
  const onKey = (event: KeyboardEvent) => {
    if (event.key === "Enter" || event.key === ",") {
      // Enter would send the form around it.
      event.preventDefault();
      add();
    }
    if (event.key === "Backspace" && text === "") onChange(values.slice(0, -1));
  };

  return (
    <div className={field}>
      <label htmlFor={id}>{label}</label>
      <div className={styles.chips}>
        <ul>
          {values.map((value) => (
            <li key={value} className="flex">
              <Tag look="sea">
                {value}
                <button
                  type="button"
                  aria-label={`Remove ${value}`}
                  onClick={() => onChange(values.filter((one) => one !== value))}
                >
                  <Icon name="x" />
                </button>
              </Tag>
            </li>
          ))}
        </ul>
        <input
          id={id}
          value={text}
          maxLength={50}
          disabled={isFull}
          placeholder={values.length > 0 && !isFull ? "Add another" : undefined}
          aria-describedby={`${id}-hint`}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={onKey}
          onBlur={add}
        />
      </div>
      <p id={`${id}-hint`} className="text-s text-ink-2">
        {isFull ? `You can add up to ${most}.` : hint}
      </p>
    </div>
  );
}
