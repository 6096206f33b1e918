import type { WebhookDelivery } from "@shoreline/contract";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { connectionClient } from "../client.ts";
import { Button, ButtonRow } from "../controls.tsx";
import { LoadProblem } from "../load-problem.tsx";
import { Loading } from "../loading.tsx";
import { StatusMark } from "../status-mark.tsx";
import * as table from "../table.module.css";
import { TaskProblem } from "../task-problem.tsx";
import { useTask } from "../use-task.ts";
import { formatWhen } from "../when.ts";
import { deliveriesKey, useDeliveries, webhooksKey } from "./connection-queries.ts";
import { eventText } from "./connection-words.ts";
import * as styles from "./delivery-panel.module.css";

/** What was sent to an address, newest first. */
export function DeliveryList({ webhookId }: { webhookId: string }) {
  const [after, setAfter] = useState<string | null>(null);
  const { data, error, refetch } = useDeliveries(webhookId, after);
  return (
    <section className={styles.part} aria-labelledby="deliveries">
      <h3 id="deliveries">Deliveries of the last 30 days</h3>
      {error ? <LoadProblem what="The list of deliveries" error={error} onRetry={refetch} /> : null}
      {data ? <Items deliveries={data.deliveries} webhookId={webhookId} /> : error ? null : <Loading lines={4} />}
      <ButtonRow>
        {after ? (
          <Button look="line" onClick={() => setAfter(null)}>
            Newest
          </Button>
        ) : null}
        {data?.next ? (
          <Button look="line" onClick={() => setAfter(data.next)}>
            Older
          </Button>
        ) : null}
      </ButtonRow>
    </section>
  );
}

function Items({ deliveries, webhookId }: { deliveries: WebhookDelivery[]; webhookId: string }) {
  if (deliveries.length === 0)
    return <p>Nothing was sent yet. The next event is listed here; a test can be sent now.</p>;
  return (
    <ul className={styles.list}>
      {deliveries.map((delivery) => (
        <Item key={delivery.deliveryId} delivery={delivery} webhookId={webhookId} />
      ))}
    </ul>
  );
}

function Item({ delivery, webhookId }: { delivery: WebhookDelivery; webhookId: string }) {
  const { deliveryId, event, at, tries, nextTryAt, status, problem, body } = delivery;
  const task = useTask();
  const queries = useQueryClient();
  const [news, setNews] = useState("");
  const again = () =>
    task.run(async () => {
      setNews((await connectionClient.deliverAgain({ deliveryId })).message);
      queries.invalidateQueries({ queryKey: deliveriesKey(webhookId) });
      queries.invalidateQueries({ queryKey: webhooksKey });
    });
  return (
    <li className={styles.item}>
      <div className={styles.line}>
        <b>{eventText(event)}</b>
        <span className={table.moment}>{formatWhen(at)}</span>
      </div>
      <div className={styles.line}>
        <DeliveryState {...delivery} />
        <span className={table.dim}>
          {tries === 1 ? "1 try" : `${tries} tries`}
          {status ? `, answer ${status}` : ""}
        </span>
      </div>
      {problem ? <p className={styles.problem}>{problem}</p> : null}
      {nextTryAt && problem ? <p className={table.dim}>Next try: {formatWhen(nextTryAt)}</p> : null}
      <details>
        <summary>What was sent</summary>
        <pre className={styles.body}>{indented(body)}</pre>
        <p className={styles.id}>webhook-id: {deliveryId}</p>
      </details>
      <TaskProblem task={task} />
      <ButtonRow>
        <Button look="line" isBusy={task.isBusy} onClick={again}>
          Send again
        </Button>
        <span role="status">{news}</span>
      </ButtonRow>
    </li>
  );
}

function DeliveryState({ state }: WebhookDelivery) {
  if (state === "delivered") return <StatusMark shape="done">Delivered</StatusMark>;
  if (state === "waiting") return <StatusMark shape="half">Waiting</StatusMark>;
  return <StatusMark shape="act">Failed</StatusMark>;
}

function indented(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}
