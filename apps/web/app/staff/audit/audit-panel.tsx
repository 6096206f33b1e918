import type { AuditEntry } from "@shoreline/contract";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { staffClient } from "../client.ts";
import { ButtonLink, IconButton } from "../controls.tsx";
import { Differences } from "../differences.tsx";
import { StaffIcon } from "../icon.tsx";
import { LoadProblem } from "../load-problem.tsx";
import { Loading } from "../loading.tsx";
import { panel } from "../split.module.css";
import { formatExact } from "../when.ts";
import * as styles from "./audit-panel.module.css";

type Props = { entryId: string; entries: AuditEntry[] | undefined; onClose(): void };

/** Beside the list; on a phone a page of its own. The focus goes to it, and back to the row. */
export function AuditPanel({ entryId, entries, onClose }: Props) {
  const box = useRef<HTMLElement>(null);
  const { entry, error, isMissing, refetch } = useEntry(entryId, entries);
  useEffect(() => {
    box.current?.focus({ preventScroll: true });
    if (innerWidth < 720) scrollTo({ top: 0 });
    return () => document.querySelector<HTMLElement>(`[data-row="${CSS.escape(entryId)}"]`)?.focus();
  }, [entryId]);
  return (
    <aside ref={box} tabIndex={-1} className={`${panel} ${styles.column}`} aria-label="Entry">
      <div className={styles.head}>
        <h2>{entry?.action ?? (isMissing ? "This entry was not found" : "Entry")}</h2>
        <IconButton icon="x" label="Close" onClick={onClose} />
      </div>
      {entry ? (
        <Entry entry={entry} />
      ) : error ? (
        <LoadProblem what="The entry" error={error} onRetry={refetch} />
      ) : isMissing ? (
        <p className={styles.part}>Please check the number in the link.</p>
      ) : (
        <Loading lines={4} />
      )}
    </aside>
  );
}

/** An entry that is not on this page of the list is the newest one before the next number. */
function useEntry(entryId: string, entries: AuditEntry[] | undefined) {
  const listed = entries?.find((entry) => entry.entryId === entryId);
  const isNumber = /^\d{1,17}$/.test(entryId);
  const { data, error, refetch } = useQuery({
    queryKey: ["audit entry", entryId],
    queryFn: () => staffClient.audit({ before: String(BigInt(entryId) + 1n) }),
    enabled: Boolean(entries && !listed && isNumber),
  });
  const entry = listed ?? data?.entries.find((one) => one.entryId === entryId);
  return { entry, error, refetch, isMissing: !entry && Boolean(data || !isNumber) };
}

function Entry({ entry }: { entry: AuditEntry }) {
  const { entryId, at, who, staffId, kind, thing, thingId, before, after, reason, address } = entry;
  const isSession = kind === "session";
  return (
    <>
      <dl className={styles.facts}>
        <dt>Who</dt>
        <dd>{who}</dd>
        <dt>When</dt>
        <dd>{formatExact(at)}</dd>
        {address ? (
          <>
            <dt>From</dt>
            <dd className={styles.mono}>{address}</dd>
          </>
        ) : null}
        <dt>{isSession ? "With" : "To"}</dt>
        <dd>{thing}</dd>
        <dt>Entry</dt>
        <dd className={styles.mono}>{entryId}</dd>
      </dl>
      {before || after ? (
        <div className={styles.part}>
          <h3>Before and after</h3>
          <Differences before={before ?? {}} after={after ?? {}} />
        </div>
      ) : null}
      {reason ? (
        <div className={styles.reason}>
          <StaffIcon name="info" />
          <div>
            <b>Reason given</b>
            <p>{reason}</p>
          </div>
        </div>
      ) : null}
      <div className={styles.foot}>
        <ButtonLink
          look="line"
          to={isSession ? `?who=${staffId ?? "system"}` : `?thingId=${encodeURIComponent(thingId)}`}
        >
          <StaffIcon name="history" />
          {isSession ? `Everything by ${who}` : `Everything on ${thing}`}
        </ButtonLink>
      </div>
    </>
  );
}
