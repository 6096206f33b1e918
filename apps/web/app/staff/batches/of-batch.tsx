import type { BatchDetail, BatchForm } from "@shoreline/contract";
import type { ReactNode } from "react";
import { useParams } from "react-router";
import { isRefused } from "../client.ts";
import { LoadProblem } from "../load-problem.tsx";
import { Loading } from "../loading.tsx";
import { BackLink, PageHead } from "../page-head.tsx";
import { may, useMe } from "../queries.ts";
import { useBatch, useBatchForm } from "./batch-queries.ts";

/** A page about changing one batch: draws what is wrong before it comes to that. */
export function OfBatch({ children }: { children(batch: BatchDetail, facts: BatchForm): ReactNode }) {
  const { batchId = "" } = useParams();
  const me = useMe();
  const batch = useBatch(batchId);
  const facts = useBatchForm();
  const error = batch.error ?? facts.error;
  const isUnknown = isRefused(error, "UNKNOWN_BATCH") || isRefused(error, "INVALID_INPUT");
  const why = whyNot({ isUnknown, mayChange: may(me, "change batches"), state: batch.data?.state });
  if (why)
    return (
      <>
        <BackLink to={isUnknown ? "/staff/batches" : `/staff/batches/${batchId}`}>Back</BackLink>
        <PageHead title="This batch cannot be changed" about={why} />
      </>
    );
  return (
    <>
      <BackLink to={`/staff/batches/${batchId}`}>Batch</BackLink>
      {error ? (
        <LoadProblem what="The batch" error={error} onRetry={batch.error ? batch.refetch : facts.refetch} />
      ) : null}
      {batch.data && facts.data ? children(batch.data, facts.data) : error ? null : <Loading lines={8} />}
    </>
  );
}

type Situation = { isUnknown: boolean; mayChange: boolean; state: BatchDetail["state"] | undefined };

function whyNot({ isUnknown, mayChange, state }: Situation): string | null {
  if (isUnknown) return "It was not found. It may have been removed.";
  if (!mayChange) return "This is for owners and the front desk. Ask one of them.";
  if (state === "cancelled" || state === "finished") return `It is ${state}.`;
  return null;
}
