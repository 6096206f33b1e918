import type { AuditEntry } from "@shoreline/contract";
import { useQuery } from "@tanstack/react-query";
import { Dialog } from "../../ui/dialog.tsx";
import { staffClient } from "../client.ts";
import { ButtonLink, ButtonRow } from "../controls.tsx";
import { Differences } from "../differences.tsx";
import { form } from "../forms.module.css";
import { LoadProblem } from "../load-problem.tsx";
import { Loading } from "../loading.tsx";
import { formatWhen, formatWhole } from "../when.ts";
import { auditAddress } from "./audit-filter.ts";
import * as styles from "./thing-history.module.css";

type Props = { thingId: string; name: string; onClose(): void };

/** What the audit log says of one record, newest first. */
export function ThingHistory({ thingId, name, onClose }: Props) {
  const { data, error, refetch } = useQuery({
    queryKey: ["audit", { thingId }],
    queryFn: () => staffClient.audit({ thingId }),
    staleTime: 0,
  });
  return (
    <Dialog title={`History of ${name}`} onClose={onClose}>
      {error ? <LoadProblem what="The history" error={error} onRetry={refetch} /> : null}
      {data || error ? null : <Loading lines={3} />}
      {data?.entries.length === 0 ? (
        <p>Nothing has been changed yet. What changes from now on is listed here.</p>
      ) : null}
      {data && data.entries.length > 0 ? (
        <div className={form}>
          <ol className={styles.history}>
            {data.entries.map((entry) => (
              <Entry key={entry.entryId} entry={entry} />
            ))}
          </ol>
          <ButtonRow>
            <ButtonLink look="line" to={auditAddress(thingId)}>
              {data.hasMore ? "Older entries in the audit log" : "Open in the audit log"}
            </ButtonLink>
          </ButtonRow>
        </div>
      ) : null}
    </Dialog>
  );
}

function Entry({ entry: { at, who, action, before, after } }: { entry: AuditEntry }) {
  return (
    <li>
      <span>
        <b>{action}</b>, {who}
      </span>
      <time dateTime={at} title={formatWhole(at)}>
        {formatWhen(at)}
      </time>
      {before || after ? <Differences before={before ?? {}} after={after ?? {}} /> : null}
    </li>
  );
}
