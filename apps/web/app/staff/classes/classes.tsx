import type { Api, Input } from "@shoreline/contract";
import { useRowKeys } from "../keys.ts";
import { LoadProblem } from "../load-problem.tsx";
import { Loading } from "../loading.tsx";
import { PageHead } from "../page-head.tsx";
import { Pager } from "../pager.tsx";
import { useMe } from "../queries.ts";
import { useAsked } from "../today/today-page.tsx";
import { ClassFilters } from "./class-filters.tsx";
import { useClasses } from "./class-queries.ts";
import { ClassTable } from "./class-table.tsx";
import { KeptMarks } from "./kept-notice.tsx";

type Asked = Input<Api["teaching"]["list"]>;

const nothing = {
  today: "No class today.",
  coming: "No class is planned after today.",
  past: "No class was held before today.",
};

/** Filters and page are in the address: a link to a colleague shows the same. */
export default function Classes() {
  const me = useMe();
  const asked = useAsked<Asked>("when", "trainerId", "courseId");
  const { data, error, refetch } = useClasses(asked);
  useRowKeys();
  const isFiltered = Boolean(asked.trainerId || asked.courseId);
  return (
    <>
      <PageHead title="Classes" about="Roll-call, what was taught, material and homework." />
      <KeptMarks staffId={me.staffId} />
      <ClassFilters choices={data?.choices} />
      {error ? <LoadProblem what="The list of classes" error={error} onRetry={refetch} /> : null}
      {data || error ? null : <Loading />}
      {data && data.classes.length > 0 ? <ClassTable classes={data.classes} now={data.now} /> : null}
      {data && data.classes.length === 0 ? (
        <p>{isFiltered ? "No class fits these filters." : (nothing[asked.when ?? "today"] ?? nothing.today)}</p>
      ) : null}
      {data ? <Pager next={data.next} first="First page" on="Next page" /> : null}
    </>
  );
}
