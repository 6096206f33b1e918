import { useParams } from "react-router";
import { isRefused } from "../client.ts";
import { LoadProblem } from "../load-problem.tsx";
import { Loading } from "../loading.tsx";
import { BackLink, PageHead } from "../page-head.tsx";
import { useBatchForm, useDraft } from "./batch-queries.ts";
import { PlanForm } from "./plan-form.tsx";
import { fromDraft } from "./written-batch.ts";

export default function PlanDraft() {
  const { draftId = "" } = useParams();
  const facts = useBatchForm();
  const draft = useDraft(draftId);
  const error = facts.error ?? draft.error;
  if (isRefused(error, "UNKNOWN_DRAFT") || isRefused(error, "INVALID_INPUT"))
    return (
      <>
        <PageHead title="Draft not found" about="Somebody may have opened or removed it." />
        <BackLink to="/staff/batches?state=draft">See all drafts</BackLink>
      </>
    );
  if (error)
    return <LoadProblem what="The draft" error={error} onRetry={facts.error ? facts.refetch : draft.refetch} />;
  if (!facts.data || !draft.data) return <Loading lines={8} />;
  const { version } = draft.data;
  // A colleague's version is taken over when it is loaded again.
  return (
    <PlanForm
      key={`${draftId} ${version}`}
      facts={facts.data}
      start={fromDraft(draft.data)}
      draft={{ draftId, version }}
      onReload={() => draft.refetch()}
    />
  );
}
