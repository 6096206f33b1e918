import type { StaffPerson } from "@shoreline/contract";
import { useState } from "react";
import { inboxClient } from "../client.ts";
import { Field } from "../controls.tsx";
import { useLeadCount, useOwners } from "../leads/lead-queries.ts";
import { LoadProblem } from "../load-problem.tsx";

const isOpen = "new,contacted,visiting";

/** Nobody would call the leads of somebody who has left: they go to a colleague, or back to all. */
export function useHandOver({ staffId }: StaffPerson) {
  const leads = useLeadCount({ owner: staffId, status: isOpen });
  const owners = useOwners();
  const colleagues = owners.data?.owners.filter((one) => one.staffId !== staffId) ?? [];
  const [takerId, setTakerId] = useState<string | null>(null);
  const taker = colleagues.find((one) => one.staffId === takerId)?.name;
  const error = leads.error ?? owners.error;

  /** Says what has happened. What fails here can be done in the list of leads. */
  const handOver = async (): Promise<string> => {
    try {
      const { changed } = await inboxClient.handOver({ fromId: staffId, toId: takerId || null });
      return changed > 0 ? ` The open leads are ${taker ? `with ${taker}` : "without an owner"} now.` : "";
    } catch {
      return " The leads could not be handed over. Please find them with the filter Owner, and give them to a colleague.";
    }
  };
  const field = error ? (
    <LoadProblem what="The list of colleagues" error={error} onRetry={() => [leads.refetch(), owners.refetch()]} />
  ) : leads.data?.count ? (
    <Field
      kind="select"
      label={`Who takes over ${openLeads(leads.data)}?`}
      value={takerId ?? "choose"}
      onChange={(event) => setTakerId(event.target.value)}
    >
      <option value="choose" disabled hidden>
        Choose somebody
      </option>
      <option value="">Nobody (leave without an owner)</option>
      {colleagues.map((one) => (
        <option key={one.staffId} value={one.staffId}>
          {one.name}
        </option>
      ))}
    </Field>
  ) : null;
  // Without an answer the account can be closed all the same.
  const isChosen = takerId !== null || !leads.data?.count || Boolean(error);
  const isReady = !leads.isPending && !owners.isPending && isChosen;
  return { isReady, field, handOver };
}

function openLeads({ count, isMore }: { count: number; isMore: boolean }): string {
  if (isMore) return `more than ${count.toLocaleString("en-IN")} open leads`;
  return count === 1 ? "the open lead" : `the ${count.toLocaleString("en-IN")} open leads`;
}
