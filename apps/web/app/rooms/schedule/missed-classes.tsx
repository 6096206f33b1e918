import { useState } from "react";
import { learnerClient } from "../../lib/learner.ts";
import { errorText } from "../../lib/problem.ts";
import { Spinner } from "../../ui/button.tsx";
import * as styles from "./batch-offer.module.css";

type Missed = { number: number; topic: string }[];

/** What a batch that began has taught so far. The list loads when it is opened. */
export function MissedClasses({ batchId, over }: { batchId: string; over: number }) {
  const [shown, setShown] = useState<Missed | string | null>(null);

  async function open(): Promise<void> {
    if (Array.isArray(shown)) return;
    setShown(null);
    setShown(await learnerClient.schedule.missed({ batchId }).catch(errorText));
  }

  return (
    <details className={styles.missed} onToggle={(event) => event.currentTarget.open && open()}>
      <summary>{over === 1 ? "1 class is over" : `${over} classes are over`}: what you would miss</summary>
      {Array.isArray(shown) ? (
        <ol>
          {shown.map(({ number, topic }) => (
            <li key={number} value={number}>
              {topic}
            </li>
          ))}
        </ol>
      ) : (
        <p>{shown ?? <Spinner />}</p>
      )}
      <p>For the certificate only the classes after your purchase count.</p>
    </details>
  );
}
