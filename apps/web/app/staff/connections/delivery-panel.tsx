import type { Webhook } from "@shoreline/contract";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { connectionClient } from "../client.ts";
import { Button, ButtonRow, IconButton } from "../controls.tsx";
import { panel } from "../split.module.css";
import { TaskProblem } from "../task-problem.tsx";
import { useTask } from "../use-task.ts";
import { deliveriesKey, webhooksKey } from "./connection-queries.ts";
import { eventsText, shortAddress } from "./connection-words.ts";
import { Copied } from "./copied.tsx";
import { DeliveryList } from "./delivery-list.tsx";
import * as styles from "./delivery-panel.module.css";

type Props = { webhook: Webhook; onClose(): void };

/** Beside the lists; on a phone a page of its own. The focus goes to it, and back to the row. */
export function DeliveryPanel({ webhook, onClose }: Props) {
  const { webhookId, url, events } = webhook;
  const box = useRef<HTMLElement>(null);
  useEffect(() => {
    box.current?.focus({ preventScroll: true });
    if (innerWidth < 720) scrollTo({ top: 0 });
    return () => document.querySelector<HTMLElement>(`[data-row="${CSS.escape(webhookId)}"]`)?.focus();
  }, [webhookId]);
  return (
    <aside ref={box} tabIndex={-1} className={panel} aria-label="Webhook">
      <div className={styles.head}>
        <h2>{shortAddress(url)}</h2>
        <IconButton icon="x" label="Close" onClick={onClose} />
      </div>
      <div className={styles.part}>
        <p>{eventsText(events)}</p>
        <h3>Secret</h3>
        <p>
          Signs every event, as <a href="https://www.standardwebhooks.com/">Standard Webhooks</a> says. The receiver
          checks it.
        </p>
        <Secret key={webhookId} webhookId={webhookId} />
        <ButtonRow>
          <TestButton webhookId={webhookId} />
        </ButtonRow>
      </div>
      <DeliveryList key={webhookId} webhookId={webhookId} />
    </aside>
  );
}

/** Asked for when somebody wants to see it, and kept only as long as it is shown. */
function Secret({ webhookId }: { webhookId: string }) {
  const task = useTask();
  const [secret, setSecret] = useState<string | null>(null);
  const show = () => task.run(async () => setSecret((await connectionClient.webhookSecret({ webhookId })).secret));
  if (secret !== null)
    return (
      <Copied name="the secret" text={secret}>
        <Button look="line" onClick={() => setSecret(null)}>
          Hide the secret
        </Button>
      </Copied>
    );
  return (
    <>
      <ButtonRow>
        <Button look="line" isBusy={task.isBusy} onClick={show}>
          Show the secret
        </Button>
      </ButtonRow>
      <TaskProblem task={task} />
    </>
  );
}

function TestButton({ webhookId }: { webhookId: string }) {
  const task = useTask();
  const queries = useQueryClient();
  const [news, setNews] = useState("");
  const test = () =>
    task.run(async () => {
      setNews("");
      const newest = await connectionClient.testWebhook({ webhookId });
      queries.setQueryData([...deliveriesKey(webhookId), null], newest);
      queries.invalidateQueries({ queryKey: webhooksKey });
      // A lead may have come meanwhile.
      const sent = newest.deliveries.find(({ event }) => event === "test");
      setNews(sent?.state === "delivered" ? "The test was delivered." : `The test failed. ${sent?.problem ?? ""}`);
    });
  return (
    <>
      <Button isBusy={task.isBusy} onClick={test}>
        Send a test
      </Button>
      <TaskProblem task={task} />
      <span role="status">{news}</span>
    </>
  );
}
