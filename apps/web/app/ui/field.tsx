import { type ComponentProps, type ReactNode, useId } from "react";
import * as styles from "./field.module.css";
import { Notice } from "./message.tsx";
import { part } from "./part.tsx";

type Shared = {
  label: string;
  error?: string | undefined;
  /** What is accepted; shown once the field is wrong. */
  hint?: string;
  prefix?: string;
  before?: ReactNode;
  isWrong?: boolean;
};
type Control =
  | ({ kind?: "input" } & ComponentProps<"input">)
  | ({ kind: "textarea" } & ComponentProps<"textarea">)
  | ({ kind: "select" } & ComponentProps<"select">);

/** A label, a control and its error, linked for screen readers. */
export function Field(field: Shared & Control) {
  const { label, error, hint, prefix, before, isWrong = Boolean(error), kind = "input", ...props } = field;
  const id = useId();
  const Drawn = controls[kind] as typeof Input;
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <div className={styles.row}>
        {prefix ? <span className={styles.prefix}>{prefix}</span> : null}
        {before}
        <Drawn
          {...(props as ComponentProps<"input">)}
          id={id}
          aria-invalid={isWrong}
          aria-describedby={
            [error && `${id}-error`, isWrong && hint && `${id}-hint`].filter(Boolean).join(" ") || undefined
          }
        />
      </div>
      {error ? (
        <p id={`${id}-error`} className={styles.error}>
          {error}
        </p>
      ) : null}
      {isWrong && hint ? (
        <p id={`${id}-hint`} className="text-s text-ink-2">
          {hint}
        </p>
      ) : null}
    </div>
  );
}

/** Has no label: the caller provides one. */
export const Input = part<"input", "on-deep">("input", styles.input);
export const Select = part("select", styles.input);

const controls = { input: Input, select: Select, textarea: part("textarea", styles.input, { rows: 5 }) };

/** Focuses the first invalid field once its error is rendered, which may take some frames. */
export function focusFirstFault(form: HTMLFormElement, frames = 9): void {
  requestAnimationFrame(() => {
    const faulty = form.querySelector<HTMLElement>('[aria-invalid="true"]');
    if (faulty) faulty.focus();
    else if (frames > 0) focusFirstFault(form, frames - 1);
  });
}

/** Tells visitors without scripts that the form cannot be sent. */
export function NeedsScript() {
  return (
    <noscript>
      <Notice look="wrong">This form needs JavaScript. Without it, please call us or send us an e-mail.</Notice>
    </noscript>
  );
}
