import type { Api, Reply, StaffMe } from "@shoreline/contract";
import { Link } from "react-router";
import { useKeys } from "../keys.ts";
import { useLeadSelection } from "../leads/lead-selection.ts";
import { NothingYet } from "../nothing-yet.tsx";
import { Pager } from "../pager.tsx";
import { may } from "../queries.ts";
import { useSearch } from "../use-search.ts";
import { AwardBulk } from "./award-bulk.tsx";
import type { Open } from "./award-open.ts";
import { LearnerTable } from "./learner-table.tsx";

type Props = {
  data: Reply<Api["award"]["learners"]>;
  tab: "ready" | "not yet";
  me: StaffMe;
  onOpen(open: Open): void;
};

export function LearnerList({ data, tab, me, onOpen }: Props) {
  const { learners, next, isCut } = data;
  const search = useSearch();
  const view = ["state", "courseId", "batchId", "words"].map((name) => search.get(name) ?? "").join(" ");
  const pageIds = learners.map(({ purchaseId }) => purchaseId);
  const selection = useLeadSelection({ view, pageIds });
  const mayIssue = may(me, "issue certificates");
  const isChoosing = tab === "ready" && mayIssue;
  useKeys({ x: (event) => isChoosing && chooseFocused(event.shiftKey ? selection.chooseRange : selection.toggle) });
  // Who was issued a certificate meanwhile is not listed any more.
  const chosen = pageIds.filter((id) => selection.ids.has(id));
  return (
    <>
      {isCut ? (
        <p>Only the 500 learners whose batches began last are listed. Choose a course or a batch to see others.</p>
      ) : null}
      {learners.length === 0 ? (
        <Nobody tab={tab} />
      ) : (
        <LearnerTable
          learners={learners}
          selection={isChoosing ? selection : null}
          mayPreview={mayIssue}
          mayIssueBelow={may(me, "issue below the rule")}
          onPreview={(learner) => onOpen({ dialog: "preview", learner })}
          onIssueBelow={(learner) => onOpen({ dialog: "below", learner })}
        />
      )}
      <Pager next={next} first="First page" on="Next page" />
      {isChoosing && chosen.length > 0 ? (
        <AwardBulk
          count={chosen.length}
          onIssue={() => onOpen({ dialog: "issue", purchaseIds: chosen })}
          onNone={selection.clear}
        />
      ) : null}
    </>
  );
}

/** The learner whose row has the focus. */
function chooseFocused(choose: (purchaseId: string) => void): void {
  const purchaseId = document.activeElement?.getAttribute("data-row");
  if (purchaseId) choose(purchaseId);
}

function Nobody({ tab }: { tab: "ready" | "not yet" }) {
  const search = useSearch();
  const isFiltered = ["courseId", "batchId", "words", "after"].some((name) => search.get(name));
  if (isFiltered)
    return (
      <NothingYet title="Nobody fits these filters.">
        <Link to={tab === "ready" ? "?" : "?state=not+yet"}>Clear the filters</Link>
      </NothingYet>
    );
  return tab === "ready" ? (
    <NothingYet title="Nobody waits for a certificate.">
      <p>
        Learners are listed here once their batch is over and they have done what the rule of their course asks for.
      </p>
    </NothingYet>
  ) : (
    <NothingYet title="Nobody is short of a certificate.">
      <p>Learners are listed here whose batch is over and who have not earned the certificate, with what is missing.</p>
    </NothingYet>
  );
}
