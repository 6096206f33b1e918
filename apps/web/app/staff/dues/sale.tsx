import type { SaleDue, SalePlan } from "@shoreline/contract";
import { ApiError } from "@shoreline/contract/client";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Link, useParams } from "react-router";
import { copyText } from "../../lib/copy-text.ts";
import { formatDate } from "../../lib/format.ts";
import { Message, Notice } from "../../ui/message.tsx";
import { isRefused } from "../client.ts";
import { Button, ButtonRow } from "../controls.tsx";
import { SaleReasonDialog } from "../enrol/sale-decision-dialog.tsx";
import { TakeDialog } from "../enrol/take-dialog.tsx";
import { StaffIcon } from "../icon.tsx";
import { LoadProblem } from "../load-problem.tsx";
import { Loading } from "../loading.tsx";
import { BackLink, PageHead } from "../page-head.tsx";
import { may, useMe } from "../queries.ts";
import { duesKey, saleKey, useSalePlan } from "./due-queries.ts";
import { automaticText, rupeesOf, saleStateNames } from "./due-words.ts";
import { LiftDialog } from "./lift-dialog.tsx";
import { PlanDialog } from "./plan-dialog.tsx";
import { SaleDues } from "./sale-dues.tsx";
import { SendDialog } from "./send-dialog.tsx";
import { StopDialog } from "./stop-dialog.tsx";
import { WriteOffDialog } from "./write-off-dialog.tsx";

type Open =
  | { kind: "take" | "send" | "write off"; due: SaleDue }
  | { kind: "plan" | "lift" | "withdraw" | "stop" }
  | null;

/** A sale with its dues: what was sent, and what staff can do about it. */
export default function Sale() {
  const { saleId = "" } = useParams();
  const me = useMe();
  const queries = useQueryClient();
  const { data, error, refetch } = useSalePlan(saleId);
  const [open, setOpen] = useState<Open>(null);
  const [news, setNews] = useState("");
  if (isRefused(error, "UNKNOWN_SALE") || (error instanceof ApiError && error.fields.saleId))
    return (
      <>
        <PageHead title="Sale not found" about="It may have been removed." />
        <BackLink to="/staff/dues">See all dues</BackLink>
      </>
    );
  const close = () => {
    setOpen(null);
    // A colleague may have been quicker.
    queries.invalidateQueries({ queryKey: saleKey(saleId) });
  };
  const finish = (plan: SalePlan, text: string) => {
    setOpen(null);
    setNews(text);
    queries.setQueryData(saleKey(saleId), plan);
    queries.invalidateQueries({ queryKey: [...duesKey, "list"] });
  };
  const copy = async ({ payUrl }: SaleDue) =>
    setNews((await copyText(payUrl ?? "")) ? "The link is copied." : `Copying did not work: ${payUrl}`);
  const mayChange = may(me, "take payments");
  const hasOpen = data !== undefined && data.openInPaise > 0;
  return (
    <>
      <BackLink to="/staff/dues">Dues</BackLink>
      <PageHead title={data ? `${data.learner || "Erased learner"}, ${data.course}` : "Sale"}>
        {mayChange && hasOpen ? (
          <>
            <Button look="line" onClick={() => setOpen({ kind: "lift" })}>
              {data.isOnHold ? "Lift the restriction" : "Give more time"}
            </Button>
            <Button look="line" onClick={() => setOpen({ kind: "plan" })}>
              Change the plan
            </Button>
            {data.automatic?.state === "active" || data.automatic?.state === "paused" ? (
              <Button look="line" onClick={() => setOpen({ kind: "stop" })}>
                Stop automatic payments
              </Button>
            ) : null}
          </>
        ) : null}
      </PageHead>
      <Message notice={news ? { kind: "done", text: news } : null} onDismiss={() => setNews("")} />
      {error ? <LoadProblem what="The sale" error={error} onRetry={refetch} /> : null}
      {data || error ? null : <Loading />}
      {data ? (
        <>
          <p>{aboutText(data)}</p>
          {may(me, "enrol learners") ? (
            <p>
              <Link to={`/staff/enrol/sales/${saleId}`}>Receipts and payment at the desk</Link>
            </p>
          ) : null}
          {data.isBoughtElsewhere ? (
            <>
              <Notice look="wrong">
                <StaffIcon name="warn" />
                <p>The learner has bought this course on the website, so nothing of this sale is owed.</p>
              </Notice>
              {may(me, "enrol learners") ? (
                <ButtonRow>
                  <Button look="line" onClick={() => setOpen({ kind: "withdraw" })}>
                    Withdraw the sale
                  </Button>
                </ButtonRow>
              ) : null}
            </>
          ) : null}
          {data.automatic ? <p>{automaticText(data.automatic)}</p> : null}
          <SaleDues
            plan={data}
            mayChange={mayChange}
            mayWriteOff={may(me, "approve discounts")}
            onTake={(due) => setOpen({ kind: "take", due })}
            onSend={(due) => setOpen({ kind: "send", due })}
            onCopy={copy}
            onWriteOff={(due) => setOpen({ kind: "write off", due })}
          />
        </>
      ) : null}
      {data && open?.kind === "take" ? (
        <TakeDialog
          sale={{ name: data.learner, courseName: data.course, dues: data.dues }}
          due={open.due}
          onDone={(_, text) => {
            setNews(text);
            queries.invalidateQueries({ queryKey: [...duesKey, "list"] });
            queries.invalidateQueries({ queryKey: ["sale"] });
          }}
          onClose={close}
        />
      ) : null}
      {data && open?.kind === "send" ? <SendDialog plan={data} due={open.due} onDone={finish} onClose={close} /> : null}
      {data && open?.kind === "plan" ? <PlanDialog plan={data} onDone={finish} onClose={close} /> : null}
      {data && open?.kind === "lift" ? <LiftDialog plan={data} onDone={finish} onClose={close} /> : null}
      {data && open?.kind === "withdraw" ? (
        <SaleReasonDialog
          decision="withdraw"
          sale={{ saleId, name: data.learner }}
          onDone={(_, text) => {
            setNews(text);
            queries.invalidateQueries({ queryKey: [...duesKey, "list"] });
          }}
          onClose={close}
        />
      ) : null}
      {data && open?.kind === "stop" ? <StopDialog plan={data} onDone={finish} onClose={close} /> : null}
      {data && open?.kind === "write off" ? (
        <WriteOffDialog plan={data} due={open.due} onDone={finish} onClose={close} />
      ) : null}
    </>
  );
}

function aboutText({ state, priceInPaise, openInPaise, isOnHold, leniencyUntil, today }: SalePlan): string {
  const parts = [
    `${saleStateNames[state]}.`,
    `Price ${rupeesOf(priceInPaise)}, of which ${rupeesOf(openInPaise)} is open.`,
    isOnHold ? "Classes cannot be joined: a fee is overdue." : "",
    leniencyUntil && leniencyUntil > today ? `Joining is not restricted before ${formatDate(leniencyUntil)}.` : "",
  ];
  return parts.filter(Boolean).join(" ");
}
