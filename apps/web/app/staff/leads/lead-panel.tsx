import { useEffect, useRef } from "react";
import { isRefused } from "../client.ts";
import { IconButton } from "../controls.tsx";
import { useKeys } from "../keys.ts";
import { LoadProblem } from "../load-problem.tsx";
import { Loading } from "../loading.tsx";
import { LeadDesk } from "./lead-desk.tsx";
import * as styles from "./lead-panel.module.css";
import { useLead } from "./lead-query.ts";

type Props = { leadId: string; onClose(): void };

/** Beside the list; on a phone a page of its own. The focus goes to it, and back to the row. */
export function LeadPanel({ leadId, onClose }: Props) {
  const box = useRef<HTMLElement>(null);
  const { data, error, refetch } = useLead(leadId);
  useEffect(() => {
    box.current?.focus({ preventScroll: true });
    if (innerWidth < 720) scrollTo({ top: 0 });
    return () => document.querySelector<HTMLElement>(`[data-row="${CSS.escape(leadId)}"]`)?.focus();
  }, [leadId]);
  // The first Escape closes an open menu.
  useKeys({ Escape: () => box.current?.querySelector('[aria-expanded="true"]') ?? onClose() });
  const isUnknown = isRefused(error, "UNKNOWN_LEAD");
  return (
    <aside ref={box} tabIndex={-1} className={styles.panel} aria-label={data?.name ?? "Lead"}>
      {data && !isUnknown ? (
        <LeadDesk lead={data} onClose={onClose} />
      ) : (
        <>
          <div className={styles.head}>
            <div className={styles.title}>
              <h2>{isUnknown ? "This lead was not found" : "Lead"}</h2>
              <IconButton icon="x" label="Close" onClick={onClose} />
            </div>
          </div>
          <div className={styles.body}>
            {isUnknown ? (
              <p>It may have been erased, or merged into another one. Please find the person in the list.</p>
            ) : error ? (
              <LoadProblem what="The lead" error={error} onRetry={refetch} />
            ) : (
              <Loading />
            )}
          </div>
        </>
      )}
    </aside>
  );
}
