import type { Lead, LeadTemplate } from "@shoreline/contract";
import { type ContactKind, fillTemplate } from "@shoreline/domain/inbox";
import { useRef } from "react";
import { Field } from "../controls.tsx";
import { useMergeValues, useTemplates } from "./lead-template-queries.ts";

type Written = Pick<LeadTemplate, "subject" | "text">;
type Props = { kind: ContactKind; value: Written; onChange(value: Written): void };

/** Fills in a template for one lead. */
export function TemplateChoice({ lead, ...props }: Props & { lead: Lead }) {
  const values = useMergeValues(lead);
  return <TemplatePicker {...props} fill={(text) => fillTemplate(text, values)} />;
}

const asWritten = (text: string) => text;

/** What was typed before stays above the template. Without `fill` its fields stay for the server to fill. */
export function TemplatePicker({ kind, value, fill = asWritten, onChange }: Props & { fill?(text: string): string }) {
  const { data, error } = useTemplates();
  const filled = useRef<Written>({ subject: "", text: "" });
  const templates = data?.templates.filter((template) => template.kind === kind) ?? [];
  const choose = (templateId: string) => {
    const template = templates.find((one) => one.templateId === templateId);
    if (!template) return;
    const { subject, text } = filled.current;
    const isOwnSubject = value.subject.trim() !== "" && value.subject !== subject;
    const isOwnText = value.text.trim() !== "" && value.text !== text;
    filled.current = { subject: fill(template.subject), text: fill(template.text) };
    onChange({
      subject: isOwnSubject ? value.subject : filled.current.subject,
      text: isOwnText ? `${value.text}\n\n${filled.current.text}` : filled.current.text,
    });
  };
  if (error) return <p>The templates did not load. You can write the text yourself.</p>;
  if (templates.length === 0) return null;
  return (
    <Field kind="select" label="Template" defaultValue="" onChange={(event) => choose(event.target.value)}>
      <option value="">Choose a template</option>
      {templates.map(({ templateId, name }) => (
        <option key={templateId} value={templateId}>
          {name}
        </option>
      ))}
    </Field>
  );
}

/** Names a field that nobody has filled in. */
export function UnfilledFields({ text }: { text: string }) {
  const left = [...new Set(text.match(/\{[a-z ]{1,20}\}/g))];
  if (left.length === 0) return null;
  return <p role="status">Not known, please write it yourself: {left.join(", ")}</p>;
}
