import type { LeadTemplate } from "@shoreline/contract";
import { type FormEvent, useState } from "react";
import { Dialog } from "../../ui/dialog.tsx";
import { focusFirstFault } from "../../ui/field.tsx";
import { inboxClient, isRefused } from "../client.ts";
import { ConflictForm } from "../conflict-form.tsx";
import { Button, ButtonRow } from "../controls.tsx";
import { form } from "../forms.module.css";
import { TaskProblem } from "../task-problem.tsx";
import { useTask } from "../use-task.ts";
import { contactKindText, emptyTemplate, type TemplateText, templateLabels } from "./lead-template.ts";
import { TemplateFields } from "./lead-template-fields.tsx";

type Props = {
  /** Without one: a new template. */
  template?: LeadTemplate;
  onDone(templates: LeadTemplate[], news: string): void;
  onClose(): void;
};

/** When a colleague was quicker, both versions are shown and one is chosen field by field. */
export function LeadTemplateDialog({ template: opened, onDone, onClose }: Props) {
  const task = useTask();
  const [template, setTemplate] = useState(opened);
  const [written, setWritten] = useState<TemplateText>(opened ?? emptyTemplate);
  const [isConflict, setConflict] = useState(false);

  const save = ({ name, kind, subject, text }: TemplateText) =>
    task.run(async () => {
      const given = { name, kind, subject: kind === "mail" ? subject : "", text };
      try {
        const { templates } = await inboxClient.saveTemplate(
          template ? { ...given, templateId: template.templateId, version: template.version } : given,
        );
        onDone(templates, `The template ${name.trim()} is saved.`);
      } catch (error) {
        if (!isRefused(error, "CHANGED_MEANWHILE")) throw error;
        const { templates } = await inboxClient.templates({});
        setTemplate(templates.find(({ templateId }) => templateId === template?.templateId) ?? template);
        setConflict(true);
      }
    });
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const sent = event.currentTarget;
    await save(written);
    focusFirstFault(sent);
  };

  return (
    <Dialog title={opened ? `Template ${opened.name}` : "New template"} isWide onClose={onClose}>
      {isConflict && template ? (
        <ConflictForm
          key={template.version}
          fields={templateLabels.map(([key, label]) => ({
            label,
            yours: key === "kind" ? contactKindText[written.kind] : written[key],
            theirs: key === "kind" ? contactKindText[template.kind] : template[key],
          }))}
          task={task}
          onSave={(choices) => {
            const chosen = templateLabels.map(([key], at) => [
              key,
              (choices[at] === "yours" ? written : template)[key],
            ]);
            save(Object.fromEntries(chosen));
          }}
        />
      ) : (
        <form className={form} onSubmit={submit} noValidate>
          <TaskProblem task={task} />
          <TemplateFields value={written} errors={task.fields} onChange={setWritten} />
          <ButtonRow>
            <Button type="submit" isBusy={task.isBusy}>
              Save the template
            </Button>
            <Button look="line" onClick={onClose}>
              Cancel
            </Button>
          </ButtonRow>
        </form>
      )}
    </Dialog>
  );
}
