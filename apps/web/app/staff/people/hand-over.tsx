import type { StaffPerson } from "@shoreline/contract";
import { useState } from "react";
import { inboxClient } from "../client.ts";
import { Field } from "../controls.tsx";
import { useLeadCount, useOwners } from "../leads/lead-queries.ts";
import { LoadProblem } from "../load-problem.tsx";

const isOpen = "new,contacted,visiting";

/** Nobody would call the leads of somebody who has left: they go to a colleague, or back to all. */
export function useHandOver({ staffId }: StaffPerson) {
  const { data: leads, error, refetch } = useLeadCount({ owner: staffId, status: isOpen });
  const owners = useOwners().data?.owners ?? [];
  const colleagues = owners.filter((one) => one.staffId !== staffId);
  const [takerId, setTakerId] = useState("");
  const taker = colleagues.find((one) => one.staffId === takerId)?.name;

  /** Says what has happened. What fails here can be done in the list of leads. */
  const handOver = async (): Promise<string> => {
    if (!leads?.count) return "";
    const isDone = await inboxClient.handOver({ fromId: staffId, toId: takerId || null }).then(
      () => true,
      () => false,
    );
    if (!isDone)
      return " The leads could not be handed over. Please find them with the filter Owner, and give them to a colleague.";
    return ` The open leads are ${taker ? `with ${taker}` : "without an owner"} now.`;
  };
  const field = error ? (
    <LoadProblem what="The number of leads" error={error} onRetry={refetch} />
  ) : leads?.count ? (
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
  ) : null;
  return { isReady: leads !== undefined, field, handOver };
}

function openLeads({ count, isMore }: { count: number; isMore: boolean }): string {
  if (isMore) return `more than ${count.toLocaleString("en-IN")} open leads`;
  return count === 1 ? "the open lead" : `the ${count.toLocaleString("en-IN")} open leads`;
}
