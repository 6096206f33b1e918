import type { AuditEntry } from "@shoreline/contract";
import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "react-router";
import { staffClient } from "../client.ts";
import { ButtonLink, ButtonRow } from "../controls.tsx";
import { useKeys, useRowKeys } from "../keys.ts";
import { LoadProblem } from "../load-problem.tsx";
import { Loading } from "../loading.tsx";
import { PageHead } from "../page-head.tsx";
import { Split } from "../split.tsx";
import * as table from "../table.module.css";
import { useSearch } from "../use-search.ts";
import { formatWhen } from "../when.ts";
import * as styles from "./audit.module.css";
import { isFiltered, olderThan, readFilter, withEntry, without } from "./audit-filter.ts";
import { AuditFilters } from "./audit-filters.tsx";
import { AuditPanel } from "./audit-panel.tsx";

/** Filters, page and open entry are in the address: a link to a colleague shows the same. */
export default function Audit() {
  const search = useSearch();
  const navigate = useNavigate();
  const filter = readFilter(search);
  const { data, error, refetch } = useQuery({
    queryKey: ["audit", filter],
    queryFn: () => staffClient.audit(filter),
    // Another page or filter: the list stays until the new one is here.
    placeholderData: (previous) => previous,
  });
  const open = search.get("entry");
  const close = () => navigate({ search: `${without(search, "entry")}` }, { preventScrollReset: true });
  useRowKeys();
  useKeys(open ? { Escape: close } : {});
  return (
    <Split panel={open ? <AuditPanel key={open} entryId={open} entries={data?.entries} onClose={close} /> : null}>
      <PageHead
        title="Audit log"
        about="Every change by a person or by the system. Nothing here can be changed or removed."
      />
      <AuditFilters
        kinds={data?.kinds ?? []}
        thing={data?.entries.find(({ thingId }) => thingId === filter.thingId)?.thing}
      />
      {error ? <LoadProblem what="The audit log" error={error} onRetry={refetch} /> : null}
      {data ? <Entries entries={data.entries} hasMore={data.hasMore} /> : error ? null : <Loading />}
    </Split>
  );
}

function Entries({ entries, hasMore }: { entries: AuditEntry[]; hasMore: boolean }) {
  const search = useSearch();
  const last = entries.at(-1);
  if (!last) return <NothingFound />;
  return (
    <>
      <table className={`${table.table} ${table.rows}`}>
        <caption className="sr-only">Changes, newest first</caption>
        <thead>
          <tr>
            <th aria-sort="descending">When</th>
            <th>Who</th>
            <th>Did</th>
            <th>To</th>
          </tr>
        </thead>
        <tbody>
          {entries.map((entry) => (
            <EntryRow key={entry.entryId} entry={entry} />
          ))}
        </tbody>
      </table>
      <ButtonRow>
        {search.get("before") ? (
          <ButtonLink look="line" to={`?${without(search, "before", "entry")}`}>
            Newest
          </ButtonLink>
        ) : null}
        {hasMore ? (
          <ButtonLink look="line" to={olderThan(search, last.entryId)}>
            Older
          </ButtonLink>
        ) : null}
      </ButtonRow>
    </>
  );
}

function EntryRow({ entry: { entryId, at, who, action, thing } }: { entry: AuditEntry }) {
  const search = useSearch();
  return (
    <tr className={`${table.row} ${styles.row}`} aria-current={search.get("entry") === entryId || undefined}>
      <td className={`${table.moment} ${styles.when}`}>{formatWhen(at)}</td>
      <td>
        <Link to={withEntry(search, entryId)} className={table.name} data-row={entryId} preventScrollReset>
          {who}
        </Link>
      </td>
      <td>{action}</td>
      <td className={table.dim}>{thing}</td>
    </tr>
  );
}

function NothingFound() {
  const search = useSearch();
  if (!isFiltered(search)) return <p>Nothing has been changed yet. What staff change from now on is listed here.</p>;
  return (
    <div role="status" className={styles.nothing}>
      <p>
        <b>No entry fits these filters.</b>
      </p>
      <Link to="?">Clear the filters</Link>
    </div>
  );
}
