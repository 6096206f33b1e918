import { contactKinds, fillTemplate, type MergeField, mergeFields, unknownFields } from "@shoreline/domain/inbox";
import { useRef } from "react";
import { Button, Field } from "../controls.tsx";
import { useMe } from "../queries.ts";
import { contactKindText, type TemplateText } from "./lead-template.ts";
import * as styles from "./lead-template-fields.module.css";

type Props = { value: TemplateText; errors: Record<string, string>; onChange(value: TemplateText): void };

export function TemplateFields({ value, errors, onChange }: Props) {
  const text = useRef<HTMLTextAreaElement>(null);
  const set = (given: Partial<TemplateText>) => onChange({ ...value, ...given });
  const insert = (name: MergeField) => {
    const field = text.current;
    if (!field) return;
    field.setRangeText(`{${name}}`, field.selectionStart, field.selectionEnd, "end");
    field.focus();
    set({ text: field.value });
  };
  return (
    <>
      <Field
        label="Name"
        value={value.name}
        error={errors.name}
        maxLength={100}
        autoComplete="off"
        onChange={(event) => set({ name: event.target.value })}
      />
      <Field
        kind="select"
        label="For"
        value={value.kind}
        error={errors.kind}
        onChange={({ target }) => set({ kind: contactKinds.find((kind) => kind === target.value) ?? value.kind })}
      >
        {contactKinds.map((kind) => (
          <option key={kind} value={kind}>
            {contactKindText[kind]}
          </option>
        ))}
      </Field>
      {value.kind === "mail" ? (
        <Field
          label="Subject"
          value={value.subject}
          error={errors.subject ?? unknownText(value.subject)}
          maxLength={150}
          onChange={(event) => set({ subject: event.target.value })}
        />
      ) : null}
      <Field
        kind="textarea"
        ref={text}
        label="Text"
        rows={7}
        value={value.text}
        error={errors.text ?? unknownText(value.text)}
        maxLength={5000}
        onChange={(event) => set({ text: event.target.value })}
      />
      <fieldset className={styles.fields}>
        <legend>Put a field into the text</legend>
        {mergeFields.map((name) => (
          <Button key={name} look="line" onClick={() => insert(name)}>
            {`{${name}}`}
          </Button>
        ))}
      </fieldset>
      <Preview value={value} />
    </>
  );
}

function Preview({ value: { kind, subject, text } }: { value: TemplateText }) {
  const me = useMe();
  const sample: Record<MergeField, string> = {
    "first name": "Asha",
    name: "Asha Raman",
    course: "Python",
    institute: me.institute,
    phone: "+91 44 4000 0000",
    counsellor: me.name,
  };
  return (
    <section className={styles.preview} aria-label="Preview">
      <h3>As Asha Raman would get it</h3>
      {kind === "mail" && subject ? (
        <p>
          <b>{fillTemplate(subject, sample)}</b>
        </p>
      ) : null}
      <p>{fillTemplate(text, sample) || "Nothing is written yet."}</p>
    </section>
  );
}

export function unknownText(text: string): string | undefined {
  const [unknown] = unknownFields(text);
  return unknown && `{${unknown}} is not a known field`;
}
