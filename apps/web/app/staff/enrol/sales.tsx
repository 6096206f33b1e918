import { FilterTabs } from "../filter-tabs.tsx";
import { useRowKeys } from "../keys.ts";
import { LoadProblem } from "../load-problem.tsx";
import { Loading } from "../loading.tsx";
import { NothingYet } from "../nothing-yet.tsx";
import { BackLink, PageHead } from "../page-head.tsx";
import { Pager } from "../pager.tsx";
import { useSearch } from "../use-search.ts";
import { useDesk, useSales } from "./enrol-queries.ts";
import { SaleTable } from "./sale-table.tsx";

export default function Sales() {
  const search = useSearch();
  const state = search.get("state") === "open" ? "open" : "waiting";
  const { data, error, refetch } = useSales(state, search.get("after"));
  const waiting = useDesk().data?.waiting;
  useRowKeys();
  return (
    <>
      <BackLink to="/staff/enrol">Enrol</BackLink>
      <PageHead title="Sales" about="Discounts that wait for an owner, and what was agreed and is not paid yet." />
      <FilterTabs
        label="Sales"
        name="state"
        options={[
          { value: "", text: "Wait for an owner", count: waiting },
          { value: "open", text: "Not paid yet" },
        ]}
      />
      {error ? <LoadProblem what="The list of sales" error={error} onRetry={refetch} /> : null}
      {data || error ? null : <Loading />}
      {data && data.sales.length > 0 ? <SaleTable sales={data.sales} /> : null}
      {data && data.sales.length === 0 ? (
        <NothingYet
          title={state === "waiting" ? "No discount waits." : "Everything that was agreed is paid or withdrawn."}
        >
          <p>
            {state === "waiting"
              ? "A discount above the limit of a role comes here, and an owner approves or refuses it."
              : "A sale without a first payment comes here."}
          </p>
        </NothingYet>
      ) : null}
      {data ? <Pager next={data.next} first="Oldest" on="Newer" /> : null}
    </>
  );
}
