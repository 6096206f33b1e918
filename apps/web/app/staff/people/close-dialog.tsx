import type { StaffPerson } from "@shoreline/contract";
import { useState } from "react";
import { inboxClient, staffClient } from "../client.ts";
import { ConfirmDialog } from "../confirm-dialog.tsx";
import { Field } from "../controls.tsx";
import { useLeadCount, useOwners } from "../leads/lead-queries.ts";
import { LoadProblem } from "../load-problem.tsx";

type Props = { person: StaffPerson; onDone(news: string): void; onClose(): void };

const isOpen = "new,contacted,visiting";

/** Nobody would call the leads of somebody who has left: they go to a colleague, or back to all. */
export function CloseDialog({ person: { staffId, name }, onDone, onClose }: Props) {
  const filter = { owner: staffId, status: isOpen };
  const { data: leads, error, refetch } = useLeadCount(filter);
  const { data: people } = useOwners();
  const [takerId, setTakerId] = useState("");
  const colleagues = people?.owners.filter((one) => one.staffId !== staffId) ?? [];
  const taker = colleagues.find((one) => one.staffId === takerId)?.name;
  const close = async () => {
    if (leads?.count) await inboxClient.bulk({ filter, change: { ownerId: takerId || null } });
    await staffClient.close({ staffId });
    const leadsNow = leads?.count ? ` The open leads are ${taker ? `with ${taker}` : "without an owner"} now.` : "";
    onDone(`The account of ${name} is closed.${leadsNow}`);
  };
  return (
    <ConfirmDialog
      title="Close the account"
      text={`${name} will be signed out everywhere and cannot sign in any more.`}
      button="Close the account"
      isHard
      isReady={leads !== undefined}
      run={close}
      onClose={onClose}
    >
      {error ? <LoadProblem what="The number of leads" error={error} onRetry={refetch} /> : null}
      {leads?.count ? (
        <Field
          kind="select"
          label={`Who takes over ${openLeads(leads)}?`}
          value={takerId}
          onChange={(event) => setTakerId(event.target.value)}
        >
          <option value="">Nobody yet</option>
          {colleagues.map((one) => (
            <option key={one.staffId} value={one.staffId}>
              {one.name}
            </option>
          ))}
        </Field>
      ) : null}
    </ConfirmDialog>
  );
}

function openLeads({ count, isMore }: { count: number; isMore: boolean }): string {
  if (isMore) return `more than ${count.toLocaleString("en-IN")} open leads`;
  return count === 1 ? "the open lead" : `the ${count.toLocaleString("en-IN")} open leads`;
}
