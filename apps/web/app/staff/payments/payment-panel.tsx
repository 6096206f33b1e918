import type { OrderDetail } from "@shoreline/contract";
import { Fragment, useEffect, useRef } from "react";
import { Link } from "react-router";
import { Notice } from "../../ui/message.tsx";
import * as facts from "../audit/audit-panel.module.css";
import { isRefused } from "../client.ts";
import { IconButton } from "../controls.tsx";
import { StaffIcon } from "../icon.tsx";
import { icon, timeline } from "../leads/lead-timeline.module.css";
import { LoadProblem } from "../load-problem.tsx";
import { Loading } from "../loading.tsx";
import { moneyText } from "../money.ts";
import { may, useMe } from "../queries.ts";
import { panel } from "../split.module.css";
import { StatusMark } from "../status-mark.tsx";
import { useSearch } from "../use-search.ts";
import { formatWhen, formatWhole } from "../when.ts";
import { numberText } from "../words.ts";
import { PaymentFoot } from "./payment-foot.tsx";
import * as styles from "./payment-panel.module.css";
import { useOrder, withOrder } from "./payment-queries.ts";
import { channelTexts, disputeMark, eventIcons, orderMark, refundMark, wayText } from "./payment-words.ts";

type Props = { orderId: string; onNews(text: string): void; onClose(): void };

/** Beside the list; on a phone a page of its own. The focus goes to it, and back to the row. */
export function PaymentPanel({ orderId, onNews, onClose }: Props) {
  const box = useRef<HTMLElement>(null);
  const { data, error, refetch } = useOrder(orderId);
  useEffect(() => {
    box.current?.focus({ preventScroll: true });
    if (innerWidth < 720) scrollTo({ top: 0 });
    return () => document.querySelector<HTMLElement>(`[data-row="${CSS.escape(orderId)}"]`)?.focus();
  }, [orderId]);
  const isMissing = isRefused(error, "UNKNOWN_ORDER") || isRefused(error, "INVALID_INPUT");
  return (
    <aside ref={box} tabIndex={-1} className={`${panel} ${facts.column}`} aria-label="Payment">
      <div className={facts.head}>
        <h2>{data ? (data.payer ?? "Not known") : isMissing ? "This payment was not found" : "Payment"}</h2>
        <IconButton icon="x" label="Close" onClick={onClose} />
      </div>
      {data ? <Order order={data} onNews={onNews} /> : null}
      {isMissing ? <p className={facts.part}>Please check the link.</p> : null}
      {error && !isMissing ? <LoadProblem what="The payment" error={error} onRetry={refetch} /> : null}
      {data || error ? null : <Loading lines={4} />}
    </aside>
  );
}

function Order({ order, onNews }: { order: OrderDetail; onNews(text: string): void }) {
  const { item, channel, contact, purchase, timeline: lines } = order;
  const { shape, text } = orderMark(order);
  return (
    <>
      <dl className={facts.facts}>
        <dt>Status</dt>
        <dd>
          <StatusMark shape={shape}>{text}</StatusMark>
        </dd>
        <dt>For</dt>
        <dd>{item ?? "Nobody has said what it is for"}</dd>
        {contact ? (
          <>
            <dt>Number</dt>
            <dd className={facts.mono}>{numberText(contact.mobile)}</dd>
            <dt>E-mail</dt>
            <dd className={styles.long}>{contact.email}</dd>
          </>
        ) : null}
        <dt>Paid by</dt>
        <dd>{channelTexts[channel]}</dd>
        <Numbers order={order} />
        {purchase ? (
          <>
            <dt>Access</dt>
            <dd>{accessText(purchase)}</dd>
          </>
        ) : null}
        <Carried order={order} />
      </dl>
      {order.flags.some(({ settledAt }) => settledAt === null) ? (
        <div className={facts.part}>
          <Notice look="wrong">
            <StaffIcon name="warn" />
            <p>
              <Link to="?view=waiting">This money waits for a decision</Link>
            </p>
          </Notice>
        </div>
      ) : null}
      <div className={facts.part}>
        <h3>What happened</h3>
        <ol className={timeline}>
          {lines.map(({ at, kind, text: what, detail }) => (
            <li key={`${at} ${what} ${detail}`}>
              <span className={icon} data-staff={kind === "refund" || kind === "flag"}>
                <StaffIcon name={eventIcons[kind]} />
              </span>
              <b>{what}</b>
              <time dateTime={at} title={formatWhole(at)}>
                {formatWhen(at)}
              </time>
              {detail ? <p>{detail}</p> : null}
            </li>
          ))}
        </ol>
      </div>
      <Papers order={order} />
      <Refunds order={order} />
      <PaymentFoot order={order} onNews={onNews} />
    </>
  );
}

function accessText({ state, certificates }: NonNullable<OrderDetail["purchase"]>): string {
  const states = {
    active: "has the course",
    suspended: "on hold",
    refunded: "ended by refund",
    transferred: "transferred",
  };
  const more = certificates > 0 ? `, ${certificates === 1 ? "1 certificate" : `${certificates} certificates`}` : "";
  return `${states[state]}${more}`;
}

/** What the payer and the bank know it by. Ids that we made ourselves have a colon, and say nothing to anybody. */
function Numbers({ order: { providerOrderId, payments } }: { order: OrderDetail }) {
  const numbers = [
    { term: "Order", value: providerOrderId.includes(":") ? "" : providerOrderId },
    { term: "Receipt", value: payments.flatMap(({ receipt }) => receipt?.number ?? []).join(", ") },
    { term: "Reference", value: payments.flatMap(({ reference }) => reference || []).join(", ") },
  ].filter(({ value }) => value !== "");
  return numbers.map(({ term, value }) => (
    <Fragment key={term}>
      <dt>{term}</dt>
      <dd className={`${facts.mono} ${styles.long}`}>{value}</dd>
    </Fragment>
  ));
}

/** Where the money was before, and where it is now. */
function Carried({ order: { transfer } }: { order: OrderDetail }) {
  const search = useSearch();
  const orders = [
    ...(transfer.from ? [{ ...transfer.from, term: "Carried over from" }] : []),
    ...(transfer.to ? [{ ...transfer.to, term: "Transferred to" }] : []),
  ];
  return orders.map(({ orderId, course, term }) => (
    <Fragment key={orderId}>
      <dt>{term}</dt>
      <dd>
        <Link to={withOrder(search, orderId)}>{course}</Link>
      </dd>
    </Fragment>
  ));
}

function Papers({ order: { orderId, papers, payments } }: { order: OrderDetail }) {
  const mayPrint = may(useMe(), "enrol learners");
  const fees = payments.reduce((sum, { feeInPaise }) => sum + (feeInPaise ?? 0), 0);
  const receipts = payments.flatMap(({ receipt, amountInPaise }) => (receipt ? [{ ...receipt, amountInPaise }] : []));
  if (papers.length + receipts.length === 0 && fees === 0) return null;
  return (
    <div className={facts.part}>
      <h3>Papers</h3>
      <ul className={styles.list}>
        {papers.map(({ number, kind, amountInPaise }) => (
          <li key={number}>
            <a href={`/api/staff/payments/order/${orderId}/paper?number=${encodeURIComponent(number)}`} download>
              {kind === "invoice" ? "Invoice" : "Credit note"} <span className="whitespace-nowrap">{number}</span>
            </a>
            <span>{moneyText(amountInPaise)}</span>
          </li>
        ))}
        {receipts.map(({ receiptId, number, amountInPaise }) => (
          <li key={number}>
            {mayPrint ? (
              <a href={`/api/staff/sales/receipt/${receiptId}`} download>
                Receipt {number}
              </a>
            ) : (
              `Receipt ${number}`
            )}
            <span>{moneyText(amountInPaise)}</span>
          </li>
        ))}
        {fees > 0 ? (
          <li>
            The provider's fee <span>{moneyText(fees)}</span>
          </li>
        ) : null}
      </ul>
    </div>
  );
}

function Refunds({ order: { refunds, disputes } }: { order: OrderDetail }) {
  if (refunds.length + disputes.length === 0) return null;
  return (
    <div className={facts.part}>
      <h3>Refunds and disputes</h3>
      <ul className={styles.list}>
        {refunds.map((refund) => (
          <li key={refund.refundId}>
            <StatusMark shape={refundMark(refund).shape}>{refundMark(refund).text}</StatusMark>
            <span>{moneyText(refund.amountInPaise)}</span>
            <small>
              {wayText(refund.way)}: {refund.reason}
              {refund.failure ? ` ${refund.failure}` : ""}
            </small>
          </li>
        ))}
        {disputes.map((dispute) => (
          <li key={dispute.disputeId}>
            <StatusMark shape={disputeMark(dispute).shape}>Dispute: {dispute.state}</StatusMark>
            <span>{moneyText(dispute.amountInPaise)}</span>
            <small>{dispute.respondBy ? `Answer by ${formatWhole(dispute.respondBy)}` : dispute.reason}</small>
          </li>
        ))}
      </ul>
    </div>
  );
}
