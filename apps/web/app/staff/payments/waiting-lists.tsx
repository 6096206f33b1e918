import type { StaffDispute, StaffFlag, StaffRefund, Waiting } from "@shoreline/contract";
import { type ReactNode, useState } from "react";
import { Link } from "react-router";
import { Button } from "../controls.tsx";
import { moneyText } from "../money.ts";
import { PageSection } from "../page-head.tsx";
import { may, useMe } from "../queries.ts";
import { StatusMark } from "../status-mark.tsx";
import { useSearch } from "../use-search.ts";
import { formatWhen, formatWhole } from "../when.ts";
import { holdersText } from "../words.ts";
import { DisputeDialog } from "./dispute-dialog.tsx";
import { withOrder } from "./payment-queries.ts";
import { countWaiting, disputeMark, flagTexts, refundMark, sumWaiting, wayText } from "./payment-words.ts";
import { RefundActions } from "./refund-actions.tsx";
import { SettleDialog } from "./settle-dialog.tsx";
import * as styles from "./waiting-lists.module.css";

type Shared = { onNews(text: string): void };

export function WaitingLists({ waiting, onNews }: Shared & { waiting: Waiting }) {
  const { flags, refunds, ended, disputes, lost, drawers } = waiting;
  if (flags.length + refunds.length + ended.length + disputes.length + lost.length === 0)
    return (
      <p role="status">Nothing waits. Money that does not fit its order, and refunds to decide about, come here.</p>
    );
  return (
    <>
      <p role="status">
        {countWaiting(waiting) === 0
          ? "Nothing waits for a person."
          : `${moneyText(sumWaiting(waiting))} of payments waits for a decision.`}
      </p>
      {flags.length > 0 ? (
        <PageSection id="flags" title="Money to settle" count={flags.length}>
          <ul className={styles.tasks}>
            {flags.map((flag) => (
              <FlagTask key={flag.flagId} flag={flag} onNews={onNews} />
            ))}
          </ul>
        </PageSection>
      ) : null}
      {refunds.length > 0 ? (
        <PageSection id="refunds" title="Refunds" count={refunds.length}>
          <ul className={styles.tasks}>
            {refunds.map((refund) => (
              <RefundTask key={refund.refundId} {...{ refund, drawers, onNews }} />
            ))}
          </ul>
        </PageSection>
      ) : null}
      {ended.length > 0 ? (
        <PageSection id="ended" title="Money back, course not" count={ended.length}>
          <ul className={styles.tasks}>
            {ended.map((refund) => (
              <RefundTask
                key={refund.refundId}
                {...{ refund, drawers, onNews }}
                more={`All of it was given back in the provider's dashboard, and the learner still has ${refund.course}.`}
              />
            ))}
          </ul>
        </PageSection>
      ) : null}
      {lost.length > 0 ? (
        <PageSection id="lost" title="Taken back by the bank" count={lost.length}>
          <ul className={styles.tasks}>
            {lost.map((dispute) => (
              <LostTask key={dispute.disputeId} dispute={dispute} onNews={onNews} />
            ))}
          </ul>
        </PageSection>
      ) : null}
      {disputes.length > 0 ? (
        <PageSection id="disputes" title="Disputes" count={disputes.length}>
          <ul className={styles.tasks}>
            {disputes.map((dispute) => (
              <DisputeTask key={dispute.disputeId} dispute={dispute} />
            ))}
          </ul>
        </PageSection>
      ) : null}
    </>
  );
}

type TaskProps = { orderId: string | null; payer: string | null; item: string | null; paise: number };

function Task({ orderId, payer, item, paise, children }: TaskProps & { children: ReactNode }) {
  const search = useSearch();
  const name = `${payer ?? "Unknown payer"}${item ? `, ${item}` : ""}`;
  return (
    <li className={styles.task}>
      <div className={styles.head}>
        {orderId ? (
          <Link to={withOrder(search, orderId)} data-row={orderId} preventScrollReset>
            {name}
          </Link>
        ) : (
          name
        )}
        <b className={styles.money}>{moneyText(paise)}</b>
      </div>
      {children}
    </li>
  );
}

function FlagTask({ flag, onNews }: Shared & { flag: StaffFlag }) {
  const me = useMe();
  const [isOpen, setOpen] = useState(false);
  const maySettle = may(me, "settle payments");
  const { orderedInPaise, paidInPaise, flaggedAt } = flag;
  const { text, outcome } = flagTexts(flag);
  const other = orderedInPaise === paidInPaise ? "" : ` The order is over ${moneyText(orderedInPaise)}.`;
  return (
    <Task orderId={flag.orderId} payer={flag.payer} item={flag.item} paise={flag.leftInPaise}>
      <StatusMark shape="act">{text}</StatusMark>
      <p>
        {outcome}
        {other} {formatWhen(flaggedAt)}, {flag.providerPaymentId}
      </p>
      <div className={styles.actions}>
        <Button disabled={!maySettle} onClick={() => setOpen(true)}>
          Settle
        </Button>
        {maySettle ? null : <span>Owners and accountants settle it.</span>}
      </div>
      {isOpen ? (
        <SettleDialog
          flag={flag}
          onDone={(news) => {
            setOpen(false);
            onNews(news);
          }}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </Task>
  );
}

type RefundProps = Shared & { refund: StaffRefund; drawers: Waiting["drawers"]; more?: string };

function RefundTask({ refund, drawers, onNews, more = "" }: RefundProps) {
  const { shape, text } = refundMark(refund);
  return (
    <Task orderId={refund.orderId} payer={refund.payer} item={refund.item} paise={refund.amountInPaise}>
      <StatusMark shape={shape}>{text}</StatusMark>
      <p>
        {more || `${wayText(refund.way)}. ${refund.askedBy ?? "Elsewhere"}: ${refund.reason}.`}
        {refund.endsAccess && !more ? " The access ends with it." : ""} {refund.failure} {formatWhen(refund.askedAt)}
      </p>
      <RefundActions refund={refund} drawers={drawers} onNews={onNews} />
    </Task>
  );
}

function DisputeTask({ dispute }: { dispute: StaffDispute }) {
  const { shape, text } = disputeMark(dispute);
  return (
    <Task orderId={dispute.orderId} payer={dispute.payer} item={null} paise={dispute.amountInPaise}>
      <StatusMark shape={shape}>{text}</StatusMark>
      <p>
        The payer has asked the bank to take the money back: {dispute.reason || "no reason given"}.{" "}
        {dispute.respondBy ? <b>Answer by {formatWhole(dispute.respondBy)}</b> : null} in the provider's dashboard.
      </p>
    </Task>
  );
}

function LostTask({ dispute, onNews }: Shared & { dispute: StaffDispute }) {
  const mayDecide = may(useMe(), "approve refunds");
  const [isOpen, setOpen] = useState(false);
  const { orderId, payer, item, course, amountInPaise, reason, providerPaymentId, changedAt } = dispute;
  return (
    <Task orderId={orderId} payer={payer} item={item} paise={amountInPaise}>
      <StatusMark shape="act">The bank has taken {moneyText(amountInPaise)} back</StatusMark>
      <p>
        The dispute is lost: {reason || "no reason given"}.{" "}
        {course ? `The learner still has ${course}.` : "There is no access that could end."} {formatWhen(changedAt)},{" "}
        {providerPaymentId}
      </p>
      <div className={styles.actions}>
        <Button disabled={!mayDecide} onClick={() => setOpen(true)}>
          Decide
        </Button>
        {mayDecide ? null : <span>Only {holdersText("approve refunds")} may.</span>}
      </div>
      {isOpen ? (
        <DisputeDialog
          dispute={dispute}
          onDone={(text) => {
            setOpen(false);
            onNews(text);
          }}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </Task>
  );
}
