import {
  type InputHTMLAttributes,
  type ReactNode,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
  useId,
} from "react";

type Shared = { label: string; error?: string | undefined; prefix?: string; before?: ReactNode; isWrong?: boolean };
type Control =
  | ({ kind?: "input" } & InputHTMLAttributes<HTMLInputElement>)
  | ({ kind: "textarea" } & TextareaHTMLAttributes<HTMLTextAreaElement>)
  | ({ kind: "select" } & SelectHTMLAttributes<HTMLSelectElement>);

/** A label, a control and what is wrong with it, tied together for those who do not see them side by side. */
export function Field({ label, error, prefix, before, isWrong = Boolean(error), ...control }: Shared & Control) {
  const id = useId();
  const tied = { id, "aria-invalid": isWrong, "aria-describedby": error ? `${id}-error` : undefined };
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <div className="field-row">
        {prefix ? <span className="field-prefix">{prefix}</span> : null}
        {before}
        {drawControl(control, tied)}
      </div>
      {error ? (
        <p id={`${id}-error`} className="field-error">
          {error}
        </p>
      ) : null}
    </div>
  );
}

function drawControl(
  control: Control,
  tied: { id: string; "aria-invalid": boolean; "aria-describedby": string | undefined },
) {
  if (control.kind === "textarea") {
    const { kind, ...props } = control;
    return <textarea rows={5} {...props} {...tied} className="input" />;
  }
  if (control.kind === "select") {
    const { kind, ...props } = control;
    return <select {...props} {...tied} className="input" />;
  }
  const { kind, ...props } = control;
  return <input {...props} {...tied} className="input" />;
}

/** To the first field that is not fine, once its fault is drawn, which may take some frames. */
export function focusFirstFault(form: HTMLFormElement, frames = 9): void {
  requestAnimationFrame(() => {
    const faulty = form.querySelector<HTMLElement>('[aria-invalid="true"]');
    if (faulty) faulty.focus();
    else if (frames > 0) focusFirstFault(form, frames - 1);
  });
}

/** A form without scripts would send nothing: say so where it stands. */
export function NeedsScript() {
  return (
    <noscript>
      <p className="message message-wrong">This form needs JavaScript. Without it, please call us or write a mail.</p>
    </noscript>
  );
}
