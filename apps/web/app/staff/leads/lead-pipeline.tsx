import type { LeadStatus } from "@shoreline/domain/inbox";
import { useState } from "react";
import { Link } from "react-router";
import type { NoticeContent } from "../../ui/message.tsx";
import { without } from "../audit/audit-filter.ts";
import { isRefused } from "../client.ts";
import { LoadProblem } from "../load-problem.tsx";
import { Loading } from "../loading.tsx";
import { StatusMark } from "../status-mark.tsx";
import { useSearch } from "../use-search.ts";
import { LeadCard } from "./lead-card.tsx";
import { readLeadColumns, readLeadFilter, readLeadOrder, withLeadFilter } from "./lead-filter.ts";
import * as styles from "./lead-pipeline.module.css";
import { useLeadCount, useLeads } from "./lead-queries.ts";
import { leadStatusShape, leadStatusText } from "./lead-words.ts";

type Column = { status: LeadStatus; isInSight: boolean; onNotice(notice: NoticeContent): void };

/** A column for each status that the filter asks for; on a phone one at a time, under tabs. */
export function LeadPipeline({ onNotice }: { onNotice(notice: NoticeContent): void }) {
  const search = useSearch();
  const { error, refetch } = useLeadCount(readLeadFilter(search));
  const statuses = readLeadColumns(search);
  const [chosen, setChosen] = useState<LeadStatus>("new");
  const inSight = statuses.includes(chosen) ? chosen : statuses[0];
  // Said once, and not in every column.
  if (isRefused(error, "INVALID_INPUT")) return <LoadProblem what="The pipeline" error={error} onRetry={refetch} />;
  return (
    <>
      <fieldset className={styles.tabs} aria-label="Status">
        {statuses.map((status) => (
          <StatusTab key={status} status={status} isInSight={status === inSight} onChoose={() => setChosen(status)} />
        ))}
      </fieldset>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways is reached by keys. */}
      <section className={styles.columns} aria-label="Pipeline" tabIndex={0} data-pipeline>
        {statuses.map((status) => (
          <StatusColumn key={status} status={status} isInSight={status === inSight} onNotice={onNotice} />
        ))}
      </section>
    </>
  );
}

type Tab = { status: LeadStatus; isInSight: boolean; onChoose(): void };

function StatusTab({ status, isInSight, onChoose }: Tab) {
  return (
    <button type="button" data-status={status} aria-pressed={isInSight} onClick={onChoose}>
      {leadStatusText[status]} <ColumnCount status={status} />
    </button>
  );
}

function ColumnCount({ status }: { status: LeadStatus }) {
  const { data } = useColumn(status);
  if (!data) return null;
  return (
    <span className={styles.count}>
      {data.leads.length}
      {data.next ? "+" : ""}
    </span>
  );
}

function useColumn(status: LeadStatus) {
  return useLeads({ ...readLeadOrder(useSearch()), status });
}

function StatusColumn({ status, isInSight, onNotice }: Column) {
  const search = useSearch();
  const { data, error, refetch } = useColumn(status);
  const text = leadStatusText[status];
  return (
    <section className={styles.column} data-in-sight={isInSight} data-status={status} aria-label={text}>
      <h2 className={styles.head}>
        <StatusMark shape={leadStatusShape[status]}>{text}</StatusMark>
        <ColumnCount status={status} />
      </h2>
      {error ? <LoadProblem what={`The column ${text}`} error={error} onRetry={refetch} /> : null}
      {data || error ? null : <Loading lines={3} />}
      {data?.leads.length === 0 ? <p className={styles.nobody}>Nobody here.</p> : null}
      <ul className={styles.cards}>
        {data?.leads.map((lead) => (
          <LeadCard key={lead.leadId} lead={lead} onNotice={onNotice} />
        ))}
      </ul>
      {data?.next ? (
        <Link to={`?${without(withLeadFilter(search, { status }), "show")}`}>
          See all in the list<span className="sr-only">: {text}</span>
        </Link>
      ) : null}
    </section>
  );
}
