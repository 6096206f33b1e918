import { Field } from "./controls.tsx";

type Props = { label?: string; error?: string | undefined; value: string; onChange(code: string): void };

/** Takes the six digits of an authenticator app. Where recovery codes are accepted too, the label says so. */
export function CodeField({ label = "Code from your authenticator app", error, value, onChange }: Props) {
  return (
    <Field
      label={label}
      error={error}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      autoComplete="one-time-code"
      inputMode="text"
      spellCheck={false}
      autoCapitalize="none"
      maxLength={20}
      required
    />
  );
}
