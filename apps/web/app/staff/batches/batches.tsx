import { ButtonLink } from "../controls.tsx";
import { useRowKeys } from "../keys.ts";
import { LoadProblem } from "../load-problem.tsx";
import { Loading } from "../loading.tsx";
import { NothingYet } from "../nothing-yet.tsx";
import { PageHead } from "../page-head.tsx";
import { Pager } from "../pager.tsx";
import { may, useMe } from "../queries.ts";
import { useSearch } from "../use-search.ts";
import { BatchFilters } from "./batch-filters.tsx";
import { readBatchFilter, useBatches } from "./batch-queries.ts";
import { BatchTable } from "./batch-table.tsx";

/** Filters and page are in the address: a link to a colleague shows the same. */
export default function Batches() {
  const filter = readBatchFilter(useSearch());
  const me = useMe();
  const { data, error, refetch } = useBatches(filter);
  useRowKeys();
  const isFiltered = Boolean(filter.courseId || filter.trainerId || filter.words || filter.after);
  return (
    <>
      <PageHead title="Batches" about="Each run of a course, from its first draft to its last class." isShort>
        {may(me, "change batches") ? <ButtonLink to="/staff/batches/new">Plan a batch</ButtonLink> : null}
      </PageHead>
      <BatchFilters drafts={data?.drafts} />
      {error ? <LoadProblem what="The list of batches" error={error} onRetry={refetch} /> : null}
      {data || error ? null : <Loading />}
      {data && data.batches.length > 0 ? <BatchTable batches={data.batches} /> : null}
      {data && data.batches.length === 0 ? (
        <NothingYet title={isFiltered ? "No batch with these filters." : "No batch in this list."}>
          <p>A batch is one run of a course: its classes follow a weekly pattern until the syllabus is taught.</p>
        </NothingYet>
      ) : null}
      {data ? <Pager next={data.next} first="First page" on="Next page" /> : null}
    </>
  );
}
