import type { DueAge } from "@shoreline/domain/instalments";
import { useRowKeys } from "../keys.ts";
import { LoadProblem } from "../load-problem.tsx";
import { Loading } from "../loading.tsx";
import { PageHead } from "../page-head.tsx";
import { Pager } from "../pager.tsx";
import { useSearch } from "../use-search.ts";
import { capitalise } from "../words.ts";
import { DueFilters } from "./due-filters.tsx";
import { readDueFilter, useOutstanding } from "./due-queries.ts";
import { DueTable } from "./due-table.tsx";
import { rupeesOf } from "./due-words.ts";
import * as styles from "./dues.module.css";

/** Filters and page are in the address: a link to a colleague shows the same. */
export default function Dues() {
  const filter = readDueFilter(useSearch());
  const { data, error, refetch } = useOutstanding(filter);
  useRowKeys();
  const isFiltered = Boolean(filter.age || filter.words || filter.after);
  return (
    <>
      <PageHead title="Dues" about="What learners still have to pay, the oldest first." />
      {data ? <Ages ages={data.ages} /> : null}
      <DueFilters ages={data?.ages} />
      {error ? <LoadProblem what="The list of dues" error={error} onRetry={refetch} /> : null}
      {data || error ? null : <Loading />}
      {data && data.dues.length > 0 ? <DueTable dues={data.dues} /> : null}
      {data && data.dues.length === 0 ? (
        <p>
          {isFiltered
            ? "Nothing is outstanding with these filters."
            : "Nothing is outstanding. A part of a fee is listed here from its enrolment until it is paid."}
        </p>
      ) : null}
      {data ? <Pager next={data.next} first="First page" on="Next page" /> : null}
    </>
  );
}

type Sums = { age: DueAge; count: number; amountInPaise: number }[];

/** The sum of each age, as a report shows it. */
function Ages({ ages }: { ages: Sums }) {
  const all = ages.reduce((sum, { amountInPaise }) => sum + amountInPaise, 0);
  return (
    <dl className={styles.ages}>
      {ages.map(({ age, count, amountInPaise }) => (
        <div key={age}>
          <dt>{age === "not due yet" ? capitalise(age) : `${capitalise(age)} late`}</dt>
          <dd>
            {rupeesOf(amountInPaise)} <small>{count}</small>
          </dd>
        </div>
      ))}
      <div>
        <dt>All</dt>
        <dd>{rupeesOf(all)}</dd>
      </div>
    </dl>
  );
}
