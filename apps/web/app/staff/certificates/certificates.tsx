import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Message } from "../../ui/message.tsx";
import { ButtonLink } from "../controls.tsx";
import { useRowKeys } from "../keys.ts";
import { LoadProblem } from "../load-problem.tsx";
import { Loading } from "../loading.tsx";
import { PageHead } from "../page-head.tsx";
import { may, useMe } from "../queries.ts";
import { useSearch } from "../use-search.ts";
import { AwardFilters } from "./award-filters.tsx";
import type { Open } from "./award-open.ts";
import { awardKey, readAwardFilter, readTab, useCertificates, useLearners } from "./award-queries.ts";
import { BelowDialog } from "./below-dialog.tsx";
import { CertificateList } from "./certificate-list.tsx";
import { IssueDialog } from "./issue-dialog.tsx";
import { LearnerList } from "./learner-list.tsx";
import { PreviewDialog } from "./preview-dialog.tsx";
import { ReissueDialog } from "./reissue-dialog.tsx";
import { RevokeDialog } from "./revoke-dialog.tsx";

/** Who has earned a certificate, and the certificates that there are. Filters and page are in the address. */
export default function Certificates() {
  const search = useSearch();
  const me = useMe();
  const queries = useQueryClient();
  const tab = readTab(search);
  const { batchId, after, ...filter } = readAwardFilter(search);
  const isOfLearners = tab === "ready" || tab === "not yet";
  const page = after ? { after } : {};
  const learners = useLearners({
    ...filter,
    ...(isOfLearners ? { state: tab, ...page } : {}),
    ...(batchId ? { batchId } : {}),
  });
  const list = useCertificates({ ...filter, ...(isOfLearners ? {} : { state: tab, ...page }) }, !isOfLearners);
  const [open, setOpen] = useState<Open | null>(null);
  const [news, setNews] = useState("");
  useRowKeys();
  const refresh = () => queries.invalidateQueries({ queryKey: awardKey });
  const finish = (text: string) => {
    setOpen(null);
    setNews(text);
    refresh();
  };
  const shown = isOfLearners ? learners : list;
  return (
    <>
      <PageHead title="Certificates">
        {may(me, "change class settings") ? (
          <>
            <ButtonLink look="line" to="/staff/certificates/rules">
              Rules
            </ButtonLink>
            <ButtonLink look="line" to="/staff/certificates/design">
              Design
            </ButtonLink>
          </>
        ) : null}
      </PageHead>
      <Message notice={news ? { kind: "done", text: news } : null} onDismiss={() => setNews("")} />
      <AwardFilters data={learners.data} />
      {shown.error ? <LoadProblem what="The list" error={shown.error} onRetry={shown.refetch} /> : null}
      {shown.data || shown.error ? null : <Loading />}
      {isOfLearners && learners.data ? <LearnerList data={learners.data} tab={tab} me={me} onOpen={setOpen} /> : null}
      {!isOfLearners && list.data ? (
        <CertificateList data={list.data} mayChange={may(me, "issue certificates")} onOpen={setOpen} />
      ) : null}
      {open ? <OpenDialog open={open} onOpen={setOpen} onRefresh={refresh} onDone={finish} /> : null}
    </>
  );
}

type DialogProps = {
  open: Open;
  onOpen(open: Open | null): void;
  onRefresh(): void;
  onDone(news: string): void;
};

function OpenDialog({ open, onOpen, onRefresh, onDone }: DialogProps) {
  const shared = { onDone, onClose: () => onOpen(null) };
  if (open.dialog === "revoke") return <RevokeDialog certificate={open.certificate} {...shared} />;
  if (open.dialog === "reissue") return <ReissueDialog certificate={open.certificate} {...shared} />;
  if (open.dialog === "below") return <BelowDialog learner={open.learner} {...shared} />;
  if (open.dialog === "issue")
    return <IssueDialog purchaseIds={open.purchaseIds} onIssued={onRefresh} onClose={shared.onClose} />;
  const { learner } = open;
  return (
    <PreviewDialog
      learner={learner}
      onIssue={() => onOpen({ dialog: "issue", purchaseIds: [learner.purchaseId] })}
      onClose={shared.onClose}
    />
  );
}
