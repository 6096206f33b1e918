import { Button, Field } from "../controls.tsx";
import { zoneAbroad } from "../when.ts";
import { quickCalls, toFieldValue } from "./next-call.ts";
import * as styles from "./next-call-field.module.css";

type Props = { value: string; error?: string | undefined; onChange(value: string): void };

/** A date and a time, with the usual choices. Empty: no call is planned. */
export function NextCallField({ value, error, onChange }: Props) {
  const abroad = zoneAbroad(new Date().toISOString());
  return (
    <div className={styles.call}>
      <Field
        label={abroad ? `Next call (${abroad})` : "Next call"}
        type="datetime-local"
        value={value}
        error={error}
        onChange={(event) => onChange(event.target.value)}
      />
      <div className={styles.choices}>
        {quickCalls().map(({ text, at }) => (
          <Button key={text} look="line" onClick={() => onChange(toFieldValue(at))}>
            {text}
          </Button>
        ))}
        <Button look="line" disabled={!value} onClick={() => onChange("")}>
          No call
        </Button>
      </div>
    </div>
  );
}
