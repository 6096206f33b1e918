import type { BatchStanding } from "@shoreline/contract";
import { useState } from "react";
import { Link, useNavigate } from "react-router";
import { Message } from "../../ui/message.tsx";
import { without } from "../audit/audit-filter.ts";
import * as bulk from "../certificates/award-bulk.module.css";
import { counted } from "../classes/class-words.ts";
import { isRefused } from "../client.ts";
import { IconButton } from "../controls.tsx";
import { filters } from "../filter-chips.module.css";
import { ChoiceChip } from "../filter-chips.tsx";
import { FilterTabs } from "../filter-tabs.tsx";
import { StaffIcon } from "../icon.tsx";
import { useRowKeys } from "../keys.ts";
import { LoadProblem } from "../load-problem.tsx";
import { Loading } from "../loading.tsx";
import { NothingYet } from "../nothing-yet.tsx";
import { PageHead } from "../page-head.tsx";
import { may, useMe } from "../queries.ts";
import { useSearch } from "../use-search.ts";
import { MessageDialog } from "./message-dialog.tsx";
import { useBatchStanding, useProgressBatches } from "./progress-queries.ts";
import { sorted, sortNames, sortTexts } from "./progress-words.ts";
import { StandingTable } from "./standing-table.tsx";

/** The learners of a batch and who of them falls behind. The batch, the filter and the order are in the address. */
export default function Progress() {
  const me = useMe();
  const search = useSearch();
  const navigate = useNavigate();
  const batches = useProgressBatches();
  const batchId = search.get("batchId") ?? batches.data?.beginWith ?? "";
  const { data, error, refetch } = useBatchStanding(batchId);
  const problem = batches.error ?? error;
  const set = (name: "batchId" | "order") => (value: string) => {
    const next = without(search, name);
    if (value) next.set(name, value);
    navigate(`?${next}`, { preventScrollReset: true });
  };
  const isUnknown = isRefused(error, "UNKNOWN_BATCH");
  const options = batches.data?.batches.map((one) => ({ value: one.batchId, text: one.name })) ?? [];
  const named = data ? `${data.course}, ${data.batch}` : "";
  useRowKeys();
  return (
    <>
      <PageHead title="Progress" about="How far the learners of a batch are, and who falls behind.">
        {may(me, "change class settings") ? <Link to="/staff/class-settings/progress">Change the rule</Link> : null}
      </PageHead>
      {batches.data?.batches.length === 0 && !batchId ? (
        <NothingYet title="No batch runs now.">
          <p>Batches that run or have ended in the last 60 days are listed here.</p>
        </NothingYet>
      ) : (
        <div className={filters}>
          <ChoiceChip
            label="Batch"
            any={batchId ? "where most fall behind" : "Choose a batch"}
            value={batchId}
            valueText={named || "Another batch"}
            options={options}
            onChange={set("batchId")}
          />
          <ChoiceChip
            label="Order"
            any="who falls behind first"
            value={search.get("order") ?? ""}
            options={sortNames.map((value) => ({ value, text: sortTexts[value] }))}
            onChange={set("order")}
          />
        </div>
      )}
      {isUnknown ? (
        <NothingYet title="This batch was not found.">
          <p>It may have been cancelled, or you do not teach in it.</p>
        </NothingYet>
      ) : problem ? (
        <LoadProblem what="The progress" error={problem} onRetry={error ? refetch : batches.refetch} />
      ) : null}
      {!data && batchId && !problem ? <Loading /> : null}
      {data && !isUnknown ? <Learners key={data.batchId} standing={data} /> : null}
    </>
  );
}

function Learners({ standing }: { standing: BatchStanding }) {
  const search = useSearch();
  const behind = standing.learners.filter(({ reasons }) => reasons.length > 0);
  // Who falls behind is chosen until somebody chooses otherwise.
  const [picked, setPicked] = useState<ReadonlySet<string> | null>(null);
  const [isWriting, setWriting] = useState(false);
  const [news, setNews] = useState("");
  const chosen = picked ?? new Set(behind.map(({ learnerId }) => learnerId));
  const isFiltered = search.get("show") !== "all" && behind.length > 0;
  const shown = sorted(isFiltered ? behind : standing.learners, search.get("order"));
  const to = shown.filter(({ learnerId }) => chosen.has(learnerId));
  const choose = (learnerIds: string[], isChosen: boolean) => {
    const next = new Set(chosen);
    for (const id of learnerIds) isChosen ? next.add(id) : next.delete(id);
    setPicked(next);
  };
  if (standing.learners.length === 0)
    return (
      <NothingYet title="Nobody is in this batch yet.">
        <p>Learners appear here once they have a place.</p>
      </NothingYet>
    );
  return (
    <>
      {behind.length > 0 ? (
        <FilterTabs
          label="Learners"
          name="show"
          options={[
            { value: "", text: "Falls behind", count: behind.length },
            { value: "all", text: "All", count: standing.learners.length },
          ]}
        />
      ) : (
        <p role="status">Nobody falls behind. All {counted(standing.learners.length, "learner")} are listed.</p>
      )}
      <Message notice={news ? { kind: "done", text: news } : null} onDismiss={() => setNews("")} />
      {standing.isCut ? <p>Only the first 500 learners by name are listed.</p> : null}
      <StandingTable batchId={standing.batchId} learners={shown} chosen={chosen} onChoose={choose} />
      {to.length > 0 ? (
        <section className={bulk.bulk} aria-label={`For ${counted(to.length, "learner")}`}>
          <b role="status">{counted(to.length, "learner")} chosen</b>
          <button type="button" className={bulk.action} onClick={() => setWriting(true)}>
            <StaffIcon name="mail" />
            Write<span className="sr-only"> to them</span>
          </button>
          <IconButton icon="x" label="Clear the selection" className={bulk.none} onClick={() => setPicked(new Set())} />
        </section>
      ) : null}
      {isWriting ? (
        <MessageDialog
          batch={standing}
          to={to}
          onDone={(text) => {
            setWriting(false);
            setPicked(new Set());
            setNews(text);
          }}
          onClose={() => setWriting(false)}
        />
      ) : null}
    </>
  );
}
