import type { OrderDetail, StaffPayment } from "@shoreline/contract";
import { isCurrent } from "@shoreline/domain/purchase";
import { useState } from "react";
import { foot } from "../audit/audit-panel.module.css";
import { Button, ButtonRow } from "../controls.tsx";
import { moneyText } from "../money.ts";
import { may, useMe } from "../queries.ts";
import { RefundDialog } from "./refund-dialog.tsx";
import { SettleDialog } from "./settle-dialog.tsx";
import { TransferDialog } from "./transfer-dialog.tsx";

type Open = { what: "refund"; amountInPaise?: number } | { what: "transfer" | "settle" } | null;

/** What can be done about an order: settle what does not fit it, give money back, or transfer the learner. */
export function PaymentFoot({ order, onNews }: { order: OrderDetail; onNews(text: string): void }) {
  const me = useMe();
  const [open, setOpen] = useState<Open>(null);
  const payment = refundable(order);
  const { purchase } = order;
  const canMove = purchase !== null && isCurrent(purchase.state);
  const flag = order.flags.find(({ settledAt }) => settledAt === null);
  const canSettle = flag !== undefined && may(me, "settle payments");
  if (!payment && !canMove && !canSettle) return null;
  const mayAsk = may(me, "ask for refunds");
  const mayMove = may(me, "enrol learners") || may(me, "settle payments");
  const close = () => setOpen(null);
  const done = (text: string) => {
    close();
    onNews(text);
  };
  return (
    <div className={foot}>
      <ButtonRow>
        {canSettle ? (
          <Button onClick={() => setOpen({ what: "settle" })}>Settle {moneyText(flag.leftInPaise)}</Button>
        ) : null}
        {payment ? (
          <Button look="line" disabled={!mayAsk} onClick={() => setOpen({ what: "refund" })}>
            Refund up to {moneyText(payment.leftInPaise)}
          </Button>
        ) : null}
        {canMove ? (
          <Button look="line" disabled={!mayMove} onClick={() => setOpen({ what: "transfer" })}>
            Transfer…
          </Button>
        ) : null}
      </ButtonRow>
      {mayAsk || !payment ? null : <p>Your role may not ask for refunds.</p>}
      {open?.what === "settle" && flag ? <SettleDialog flag={flag} onDone={done} onClose={close} /> : null}
      {open?.what === "refund" && payment ? (
        <RefundDialog {...{ order, payment }} amountInPaise={open.amountInPaise} onDone={done} onClose={close} />
      ) : null}
      {open?.what === "transfer" && purchase ? (
        <TransferDialog
          purchaseId={purchase.purchaseId}
          onRefund={
            payment && mayAsk
              ? (wanted) => setOpen({ what: "refund", amountInPaise: Math.min(wanted, payment.leftInPaise) })
              : null
          }
          onDone={done}
          onClose={close}
        />
      ) : null}
    </div>
  );
}

/** A second payment for the same order is refunded from its task. */
function refundable(order: OrderDetail): StaffPayment | undefined {
  const open = new Set(order.flags.flatMap((flag) => (flag.settledAt ? [] : [flag.providerPaymentId])));
  return order.payments.find(({ leftInPaise, providerPaymentId }) => leftInPaise > 0 && !open.has(providerPaymentId));
}
