import type { Webhook } from "@shoreline/contract";
import { Link } from "react-router";
import { Button, IconButton } from "../controls.tsx";
import { Menu, MenuAction } from "../menu.tsx";
import { NothingYet } from "../nothing-yet.tsx";
import { StatusMark } from "../status-mark.tsx";
import * as table from "../table.module.css";
import * as styles from "./connection-table.module.css";
import { eventsText, shortAddress } from "./connection-words.ts";

type Actions = { onChange(webhook: Webhook): void; onRemove(webhook: Webhook): void };
type Props = Actions & { onNew(): void; webhooks: Webhook[]; openId: string | null };

export function WebhookTable({ webhooks, openId, onNew, ...actions }: Props) {
  if (webhooks.length === 0)
    return (
      <NothingYet title="No webhook yet.">
        <p>
          A webhook tells another program, such as your CRM, at once about new leads, purchases and certificates. You
          give the address that hears it.
        </p>
        <Button look="line" onClick={onNew}>
          Add the first webhook
        </Button>
      </NothingYet>
    );
  return (
    <table className={`${table.table} ${table.rows}`}>
      <caption className="sr-only">Webhooks</caption>
      <thead>
        <tr>
          <th>Address</th>
          <th className={styles.less}>Events</th>
          <th>State</th>
          <th className={styles.number}>Waiting</th>
          <th className={styles.number}>Failed</th>
          <th className={table.end}>
            <span className="sr-only">More</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {webhooks.map((webhook) => (
          <WebhookRow key={webhook.webhookId} webhook={webhook} isOpen={webhook.webhookId === openId} {...actions} />
        ))}
      </tbody>
    </table>
  );
}

type RowProps = Actions & { webhook: Webhook; isOpen: boolean };

function WebhookRow({ webhook, isOpen, onChange, onRemove }: RowProps) {
  const { webhookId, url, events, waiting, failed } = webhook;
  const address = shortAddress(url);
  return (
    <tr aria-current={isOpen || undefined}>
      <td className={styles.first}>
        <Link to={`?webhook=${webhookId}`} className={styles.name} data-row={webhookId} title={url} preventScrollReset>
          {address}
        </Link>
      </td>
      <td className={styles.less}>{eventsText(events)}</td>
      <td className={styles.state}>
        <WebhookState {...webhook} />
      </td>
      <td className={styles.number}>{waiting}</td>
      <td className={styles.number}>{failed}</td>
      <td className={`${table.end} ${styles.more}`}>
        <Menu button={(props) => <IconButton {...props} icon="dots" label={`More for ${address}`} />}>
          <MenuAction onChoose={() => onChange(webhook)}>Change the webhook</MenuAction>
          <MenuAction onChoose={() => onRemove(webhook)}>Remove the webhook</MenuAction>
        </Menu>
      </td>
    </tr>
  );
}

function WebhookState({ isOn, failed, isRetrying }: Webhook) {
  if (!isOn) return <StatusMark shape="off">Off</StatusMark>;
  if (failed === 0 && !isRetrying) return <StatusMark shape="done">On</StatusMark>;
  return (
    <StatusMark shape="act">
      On<span className="sr-only">, something could not be delivered</span>
    </StatusMark>
  );
}
