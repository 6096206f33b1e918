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
import { OverToday } from "./over-today.tsx";

type Asked = Input<Api["teaching"]["list"]>;

const nothing = {
  today: "No class today.",
  over: "No class of today is over yet.",
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
  const when = asked.when ?? "today";
  const isToday = when === "today" || when === "over";
  const isDone = Boolean(data?.over?.count);
  return (
    <>
      <PageHead title="Classes" about="Roll-call, what was taught, material and homework." />
      <KeptMarks staffId={me.staffId} />
      <ClassFilters choices={data?.choices} />
      {error ? <LoadProblem what="The list of classes" error={error} onRetry={refetch} /> : null}
      {data || error ? null : <Loading />}
      {data && data.classes.length > 0 ? (
        <ClassTable name="Classes" classes={data.classes} now={data.now} isToday={isToday} />
      ) : null}
      {data && data.classes.length === 0 ? (
        <p>
          {isDone
            ? "No class runs or comes today."
            : isFiltered
              ? "No class fits these filters."
              : (nothing[when] ?? nothing.today)}
        </p>
      ) : null}
      {data ? <Pager next={data.next} first="First page" on="Next page" /> : null}
      {data?.over && data.over.count > 0 ? <OverToday asked={asked} {...data.over} /> : null}
    </>
  );
}
