import type { Webhook } from "@shoreline/contract";
import { type FormEvent, useState } from "react";
import { Dialog } from "../../ui/dialog.tsx";
import { focusFirstFault } from "../../ui/field.tsx";
import { connectionClient, isRefused } from "../client.ts";
import { ConflictForm } from "../conflict-form.tsx";
import { useTask } from "../use-task.ts";
import { eventsText } from "./connection-words.ts";
import { WebhookForm, type WrittenWebhook } from "./webhook-form.tsx";

type Props = {
  /** Without one: a new webhook. */
  webhook?: Webhook;
  onDone(webhooks: Webhook[], news: string): void;
  onClose(): void;
};

/** When a colleague was quicker, both versions are shown and one is chosen field by field. */
export function WebhookDialog({ webhook: opened, onDone, onClose }: Props) {
  const task = useTask();
  const [webhook, setWebhook] = useState(opened);
  const [written, setWritten] = useState<WrittenWebhook>(opened ?? { url: "", events: ["lead.created"], isOn: true });
  const [isConflict, setConflict] = useState(false);

  const save = ({ url, events, isOn }: WrittenWebhook) =>
    task.run(async () => {
      const given = { url, events, isOn };
      try {
        const { webhooks } = await connectionClient.saveWebhook(
          webhook ? { ...given, webhookId: webhook.webhookId, version: webhook.version } : given,
        );
        onDone(webhooks, webhook ? "The webhook is saved." : "The webhook is added. Send a test to try it.");
      } catch (error) {
        if (!isRefused(error, "CHANGED_MEANWHILE")) throw error;
        const { webhooks } = await connectionClient.webhooks({});
        setWebhook(webhooks.find(({ webhookId }) => webhookId === webhook?.webhookId) ?? webhook);
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
    <Dialog title={opened ? "Change a webhook" : "New webhook"} onClose={onClose}>
      {isConflict && webhook ? (
        <ConflictForm
          key={webhook.version}
          fields={fieldTexts.map(({ label, toText }) => ({ label, yours: toText(written), theirs: toText(webhook) }))}
          task={task}
          onSave={([url, events, isOn]) =>
            save({
              url: (url === "yours" ? written : webhook).url,
              events: (events === "yours" ? written : webhook).events,
              isOn: (isOn === "yours" ? written : webhook).isOn,
            })
          }
        />
      ) : (
        <WebhookForm value={written} task={task} onChange={setWritten} onSubmit={submit} onClose={onClose} />
      )}
    </Dialog>
  );
}

const fieldTexts = [
  { label: "Address", toText: ({ url }: WrittenWebhook) => url },
  { label: "Events", toText: ({ events }: WrittenWebhook) => eventsText(events) },
  { label: "State", toText: ({ isOn }: WrittenWebhook) => (isOn ? "On" : "Off") },
];
