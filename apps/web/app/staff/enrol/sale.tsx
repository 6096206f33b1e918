import type { DeskSale } from "@shoreline/contract";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Link, useParams } from "react-router";
import { Message } from "../../ui/message.tsx";
import { isRefused } from "../client.ts";
import { Button, ButtonRow } from "../controls.tsx";
import { duesKey } from "../dues/due-queries.ts";
import { LoadProblem } from "../load-problem.tsx";
import { Loading } from "../loading.tsx";
import { NoSuchPage } from "../no-such-page.tsx";
import { BackLink, PageHead, PageSection } from "../page-head.tsx";
import { may, useMe } from "../queries.ts";
import { StatusMark } from "../status-mark.tsx";
import { DueTable } from "./due-table.tsx";
import { saleKey, useSale } from "./enrol-queries.ts";
import { saleStateMarks } from "./enrol-words.ts";
import { type SaleDecision, SaleDecisionDialog } from "./sale-decision-dialog.tsx";
import { SaleFacts } from "./sale-facts.tsx";
import { TakeDialog } from "./take-dialog.tsx";

export default function Sale() {
  const { saleId = "" } = useParams();
  const queries = useQueryClient();
  const { data, error, refetch } = useSale(saleId);
  const [news, setNews] = useState("");
  const change = (sale: DeskSale, text: string) => {
    queries.setQueryData(saleKey(saleId), sale);
    queries.invalidateQueries({ queryKey: ["sale"] });
    queries.invalidateQueries({ queryKey: duesKey });
    setNews(text);
  };
  if (isRefused(error, "UNKNOWN_SALE") || isRefused(error, "INVALID_INPUT")) return <NoSuchPage />;
  return (
    <>
      <BackLink to="/staff/enrol/sales">Sales</BackLink>
      <PageHead title={data ? `${data.courseName} for ${data.name || "a deleted account"}` : "Sale"} />
      <Message notice={news ? { kind: "done", text: news } : null} onDismiss={() => setNews("")} />
      {error ? <LoadProblem what="The sale" error={error} onRetry={refetch} /> : null}
      {data ? <Opened sale={data} onChange={change} /> : error ? null : <Loading />}
    </>
  );
}

type OpenedProps = { sale: DeskSale; onChange(sale: DeskSale, news: string): void };

function Opened({ sale, onChange }: OpenedProps) {
  const me = useMe();
  const [decision, setDecision] = useState<SaleDecision | null>(null);
  const [dueId, setDueId] = useState<string | null>(null);
  const { shape, text } = saleStateMarks[sale.state];
  const due = sale.dues.find((one) => one.dueId === dueId);
  const isOwner = may(me, "approve discounts");
  return (
    <>
      <StatusMark shape={shape}>{text}</StatusMark>
      <SaleFacts sale={sale} />
      {may(me, "see payments") ? (
        <p>
          <Link to={`/staff/dues/${sale.saleId}`}>Plan, links and reminders</Link>
        </p>
      ) : null}
      {sale.state === "waiting" || sale.state === "open" ? (
        <ButtonRow>
          {sale.state === "waiting" ? (
            <>
              <Button disabled={!isOwner} onClick={() => setDecision("approve")}>
                Approve the discount
              </Button>
              <Button look="danger-line" disabled={!isOwner} onClick={() => setDecision("refuse")}>
                Refuse it
              </Button>
              {isOwner ? null : <span>An owner decides.</span>}
            </>
          ) : null}
          <Button look="line" onClick={() => setDecision("withdraw")}>
            Withdraw the sale
          </Button>
        </ButtonRow>
      ) : null}
      <PageSection id="dues" title="Instalments" count={sale.dues.length}>
        <DueTable sale={sale} mayTake={may(me, "take payments")} onTake={setDueId} />
      </PageSection>
      {decision ? (
        <SaleDecisionDialog decision={decision} sale={sale} onDone={onChange} onClose={() => setDecision(null)} />
      ) : null}
      {due ? <TakeDialog sale={sale} due={due} onDone={onChange} onClose={() => setDueId(null)} /> : null}
    </>
  );
}
