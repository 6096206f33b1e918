import { useEffect, useRef } from "react";
import { isRefused } from "../client.ts";
import { Button, ButtonRow, IconButton } from "../controls.tsx";
import { useKeys } from "../keys.ts";
import { LoadProblem } from "../load-problem.tsx";
import { Loading } from "../loading.tsx";
import { panel } from "../split.module.css";
import { LeadDesk } from "./lead-desk.tsx";
import * as styles from "./lead-panel.module.css";
import { useLead } from "./lead-query.ts";
import { LeadWalk } from "./lead-walk.tsx";

type Props = { leadId: string; onClose(): void };

/** Beside the list; on a phone a page of its own. The focus goes to it, and back to the row. */
export function LeadPanel({ leadId, onClose }: Props) {
  const { data, error, refetch } = useLead(leadId);
  const box = useFocus(leadId);
  // The first Escape closes an open menu.
  useKeys({ Escape: () => box.current?.querySelector('[aria-expanded="true"]') ?? onClose() });
  // Or the id in the address is none.
  const isUnknown = isRefused(error, "UNKNOWN_LEAD") || isRefused(error, "INVALID_INPUT");
  const lead = isUnknown ? undefined : data;
  return (
    <aside ref={box} tabIndex={-1} className={panel} aria-label={lead?.name ?? "Lead"}>
      <div className={styles.walk}>
        <LeadWalk leadId={leadId} />
        <IconButton icon="x" label="Close" onClick={onClose} />
      </div>
      <h2 className={styles.name}>{lead?.name ?? (isUnknown ? "This lead was not found" : "Lead")}</h2>
      {lead ? (
        <LeadDesk key={leadId} lead={lead} />
      ) : (
        <div className={styles.body}>
          {isUnknown ? (
            <>
              <p>It may have been erased, or merged into another one. Please find the person in the list.</p>
              <ButtonRow>
                <Button look="line" onClick={onClose}>
                  Back to the list
                </Button>
              </ButtonRow>
            </>
          ) : error ? (
            <LoadProblem what="The lead" error={error} onRetry={refetch} />
          ) : (
            <Loading />
          )}
        </div>
      )}
    </aside>
  );
}

/** Each lead begins at its top. Who walks with the buttons stays on them. */
function useFocus(leadId: string) {
  const box = useRef<HTMLElement>(null);
  const last = useRef(leadId);
  useEffect(() => {
    last.current = leadId;
    const panel = box.current;
    if (!panel?.contains(document.activeElement)) panel?.focus({ preventScroll: true });
    panel?.scrollTo({ top: 0 });
    if (innerWidth < 720) scrollTo({ top: 0 });
    else rowOf(leadId)?.scrollIntoView({ block: "nearest" });
  }, [leadId]);
  useEffect(() => () => rowOf(last.current)?.focus(), []);
  return box;
}

function rowOf(leadId: string): HTMLElement | null {
  return document.querySelector(`[data-row="${CSS.escape(leadId)}"]`);
}
