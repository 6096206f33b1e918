import { useState } from "react";
import { Link, useNavigate } from "react-router";
import { Message } from "../../ui/message.tsx";
import { without } from "../audit/audit-filter.ts";
import { FilterTabs } from "../filter-tabs.tsx";
import { useKeys, useRowKeys } from "../keys.ts";
import { nothing } from "../leads/leads.module.css";
import { LoadProblem } from "../load-problem.tsx";
import { Loading } from "../loading.tsx";
import { PageHead } from "../page-head.tsx";
import { Pager } from "../pager.tsx";
import { Split } from "../split.tsx";
import { useSearch } from "../use-search.ts";
import { PaymentFilters } from "./payment-filters.tsx";
import { PaymentPanel } from "./payment-panel.tsx";
import { isPaymentFiltered, readPaymentFilter, usePayments, useWaiting } from "./payment-queries.ts";
import { PaymentTable } from "./payment-table.tsx";
import { countWaiting } from "./payment-words.ts";
import { WaitingLists } from "./waiting-lists.tsx";

/** View, filters, page and open order are in the address: a link to a colleague shows the same. */
export default function Payments() {
  const search = useSearch();
  const navigate = useNavigate();
  const [news, setNews] = useState("");
  const isWaiting = search.get("view") === "waiting";
  const waiting = useWaiting();
  const open = search.get("order");
  const close = () => navigate({ search: `${without(search, "order")}` }, { preventScrollReset: true });
  useRowKeys();
  useKeys(open ? { Escape: close } : {});
  return (
    <Split panel={open ? <PaymentPanel key={open} orderId={open} onNews={setNews} onClose={close} /> : null}>
      <PageHead title="Payments" about="What came in, what went back, and what waits for a decision." />
      <Message notice={news ? { kind: "done", text: news } : null} onDismiss={() => setNews("")} />
      <FilterTabs
        label="Payments"
        name="view"
        options={[
          { value: "", text: "All payments" },
          { value: "waiting", text: "Waits for a decision", count: waiting.data && countWaiting(waiting.data) },
        ]}
      />
      {isWaiting ? (
        <>
          {waiting.error ? (
            <LoadProblem what="What waits" error={waiting.error} onRetry={waiting.refetch} />
          ) : waiting.data ? null : (
            <Loading />
          )}
          {waiting.data ? <WaitingLists waiting={waiting.data} onNews={setNews} /> : null}
        </>
      ) : (
        <AllPayments />
      )}
    </Split>
  );
}

function AllPayments() {
  const search = useSearch();
  const { data, error, refetch } = usePayments(readPaymentFilter(search), { isWanted: true });
  return (
    <>
      <PaymentFilters />
      {error ? <LoadProblem what="The list of payments" error={error} onRetry={refetch} /> : null}
      {data || error ? null : <Loading />}
      {data && data.orders.length > 0 ? <PaymentTable orders={data.orders} /> : null}
      {data && data.orders.length === 0 ? <NoPayments /> : null}
      {data ? <Pager next={data.next} first="Newest" on="Older" /> : null}
    </>
  );
}

function NoPayments() {
  const search = useSearch();
  if (!isPaymentFiltered(search))
    return <p>{search.get("after") ? "There are no more payments." : "Nobody has ordered anything yet."}</p>;
  return (
    <div role="status" className={nothing}>
      <p>
        <b>No payment fits these filters.</b>
      </p>
      <Link to="?">Clear the filters</Link>
    </div>
  );
}
