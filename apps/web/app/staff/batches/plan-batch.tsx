import { LoadProblem } from "../load-problem.tsx";
import { Loading } from "../loading.tsx";
import { useSearch } from "../use-search.ts";
import { useBatchForm } from "./batch-queries.ts";
import { PlanForm } from "./plan-form.tsx";
import { newBatch } from "./written-batch.ts";

/** A new batch. */
export default function PlanBatch() {
  const { data, error, refetch } = useBatchForm(useSearch().get("courseId") ?? "");
  if (error) return <LoadProblem what="The form" error={error} onRetry={refetch} />;
  if (!data) return <Loading lines={8} />;
  return <PlanForm facts={data} start={newBatch(data)} />;
}
