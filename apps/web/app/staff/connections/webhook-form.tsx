import type { Webhook } from "@shoreline/contract";
import type { FormEvent } from "react";
import { Button, ButtonRow, Field } from "../controls.tsx";
import { choice, form, more } from "../forms.module.css";
import { TaskProblem } from "../task-problem.tsx";
import type { useTask } from "../use-task.ts";
import { Choices } from "./choices.tsx";
import { eventChoices } from "./connection-words.ts";

export type WrittenWebhook = Pick<Webhook, "url" | "events" | "isOn">;

type Props = {
  value: WrittenWebhook;
  task: ReturnType<typeof useTask>;
  onChange(value: WrittenWebhook): void;
  onSubmit(event: FormEvent<HTMLFormElement>): void;
  onClose(): void;
};

export function WebhookForm({ value, task, onChange, onSubmit, onClose }: Props) {
  return (
    <form className={form} onSubmit={onSubmit} noValidate>
      <TaskProblem task={task} />
      <Field
        label="Address"
        type="url"
        placeholder="https://hooks.example.com/leads"
        value={value.url}
        maxLength={500}
        error={task.fields.url}
        onChange={(event) => onChange({ ...value, url: event.target.value })}
        autoComplete="off"
        required
      />
      <Choices
        legend="Events"
        choices={eventChoices}
        value={value.events}
        error={task.fields.events}
        onChange={(events) => onChange({ ...value, events })}
      />
      <label className={choice}>
        <input
          type="checkbox"
          checked={value.isOn}
          onChange={(event) => onChange({ ...value, isOn: event.target.checked })}
        />
        <span>On</span>
        <span className={more}>Events that happen while it is off are not sent later.</span>
      </label>
      <p>Events carry names, numbers and e-mail addresses. Use only an address of a program that you trust.</p>
      <ButtonRow>
        <Button type="submit" isBusy={task.isBusy}>
          Save the webhook
        </Button>
        <Button look="line" onClick={onClose}>
          Cancel
        </Button>
      </ButtonRow>
    </form>
  );
}
