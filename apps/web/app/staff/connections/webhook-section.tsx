import type { Webhook } from "@shoreline/contract";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate } from "react-router";
import { connectionClient } from "../client.ts";
import { ConfirmDialog } from "../confirm-dialog.tsx";
import { LoadProblem } from "../load-problem.tsx";
import { Loading } from "../loading.tsx";
import { PageSection } from "../page-head.tsx";
import { useWebhooks, webhooksKey } from "./connection-queries.ts";
import { shortAddress } from "./connection-words.ts";
import { WebhookDialog } from "./webhook-dialog.tsx";
import { WebhookTable } from "./webhook-table.tsx";

type Open = { change: Webhook } | { remove: Webhook } | null;
type Props = { isAdding: boolean; openId: string | null; onNew(): void; onAdded(): void; onNews(text: string): void };

export function WebhookSection({ isAdding, openId, onNew, onAdded, onNews }: Props) {
  const { data, error, refetch } = useWebhooks();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [open, setOpen] = useState<Open>(null);
  const show = (webhooks: Webhook[], news: string) => {
    queries.setQueryData(webhooksKey, { webhooks });
    setOpen(null);
    onNews(news);
  };
  /** A new one is opened: its secret and the test are there. */
  const add = (webhooks: Webhook[], news: string) => {
    const known = data?.webhooks.map(({ webhookId }) => webhookId) ?? [];
    const added = webhooks.find(({ webhookId }) => !known.includes(webhookId));
    onAdded();
    show(webhooks, news);
    if (added) navigate(`?webhook=${added.webhookId}`, { preventScrollReset: true });
  };
  const remove = async ({ webhookId, url }: Webhook) => {
    const { webhooks } = await connectionClient.removeWebhook({ webhookId });
    show(webhooks, `The webhook to ${shortAddress(url)} is removed.`);
    if (webhookId === openId) navigate("?", { replace: true, preventScrollReset: true });
  };
  return (
    <PageSection id="webhooks" title="Webhooks" {...(data?.webhooks.length ? { count: data.webhooks.length } : {})}>
      {data ? (
        <WebhookTable
          webhooks={data.webhooks}
          openId={openId}
          onNew={onNew}
          onChange={(webhook) => setOpen({ change: webhook })}
          onRemove={(webhook) => setOpen({ remove: webhook })}
        />
      ) : error ? (
        <LoadProblem what="The list of webhooks" error={error} onRetry={refetch} />
      ) : (
        <Loading lines={3} />
      )}
      {isAdding ? <WebhookDialog onDone={add} onClose={onAdded} /> : null}
      {open && "change" in open ? (
        <WebhookDialog webhook={open.change} onDone={show} onClose={() => setOpen(null)} />
      ) : null}
      {open && "remove" in open ? (
        <ConfirmDialog
          title="Remove a webhook"
          text={`${shortAddress(open.remove.url)} gets nothing any more, and the list of what was sent to it goes too. What waits is not sent.`}
          button="Remove the webhook"
          isHard
          run={() => remove(open.remove)}
          onClose={() => setOpen(null)}
        />
      ) : null}
    </PageSection>
  );
}
