import type { OrderDetail, StaffPayment } from "@shoreline/contract";
import { isCurrent } from "@shoreline/domain/purchase";
import type { RefundWay } from "@shoreline/domain/refund";
import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { newId } from "../../lib/submission.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { focusFirstFault } from "../../ui/field.tsx";
import { Notice } from "../../ui/message.tsx";
import { refundClient } from "../client.ts";
import { Button, ButtonRow, Field } from "../controls.tsx";
import * as forms from "../forms.module.css";
import { StaffIcon } from "../icon.tsx";
import { moneyText, readRupees } from "../money.ts";
import { may, useMe } from "../queries.ts";
import { TaskProblem } from "../task-problem.tsx";
import { useTask } from "../use-task.ts";
import { paymentsKey } from "./payment-queries.ts";
import { wayText } from "./payment-words.ts";
import * as styles from "./refund-dialog.module.css";

type Props = {
  order: OrderDetail;
  payment: StaffPayment;
  /** The task that this refund settles. */
  flagId?: string;
  /** What the form begins with, if not with all of it. */
  amountInPaise?: number | undefined;
  onDone(news: string): void;
  onClose(): void;
};

/** Shows what comes of a refund before it is asked for. */
export function RefundDialog({ order, payment, flagId, onDone, onClose, ...first }: Props) {
  const task = useTask();
  const queries = useQueryClient();
  const isApprover = may(useMe(), "approve refunds");
  const [attemptId] = useState(newId);
  const [given, setGiven] = useState({
    ...{
      amount: String((first.amountInPaise ?? payment.leftInPaise) / 100),
      reason: "",
      message: "",
      way: payment.ways[0] ?? "source",
    },
    endsAccess: false,
  });
  const amountInPaise = readRupees(given.amount);
  const hasCourse = order.purchase !== null && isCurrent(order.purchase.state);
  const canEnd = (hasCourse || order.hasSeat) && payment.invoiceNumber !== null;
  const isFull = amountInPaise === payment.leftInPaise;
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const sent = event.currentTarget;
    await task.run(async () => {
      const { reason, message, way, endsAccess } = given;
      const request = {
        ...{ orderId: order.orderId, providerPaymentId: payment.providerPaymentId, reason, message, way },
        ...{ amountInPaise: amountInPaise ?? 0, endsAccess: canEnd && endsAccess, ...(flagId ? { flagId } : {}) },
      };
      // Whose answer was lost sends it again: money goes back once for each time that this is opened.
      const { state } = await refundClient.ask({ ...request, attemptId });
      await queries.invalidateQueries({ queryKey: paymentsKey });
      onDone(doneText(state, way));
    });
    focusFirstFault(sent);
  };
  return (
    <Dialog title={`Refund to ${order.payer ?? "an unknown payer"}`} onClose={onClose}>
      <form className={forms.form} onSubmit={send} noValidate>
        <TaskProblem task={task} />
        <Field
          label={`Amount, up to ${moneyText(payment.leftInPaise)}`}
          prefix="₹"
          inputMode="decimal"
          value={given.amount}
          error={task.fields.amountInPaise ?? (amountInPaise === null ? "Enter an amount in rupees" : undefined)}
          onChange={({ target }) => setGiven({ ...given, amount: target.value })}
        />
        <Field
          label="Reason, for the books"
          value={given.reason}
          maxLength={300}
          error={task.fields.reason}
          onChange={({ target }) => setGiven({ ...given, reason: target.value })}
        />
        <Field
          kind="textarea"
          label="For the learner, in the mail"
          rows={2}
          maxLength={1000}
          value={given.message}
          error={task.fields.message}
          onChange={({ target }) => setGiven({ ...given, message: target.value })}
        />
        {payment.ways.length > 1 ? (
          <Field
            kind="select"
            label="How it goes back"
            value={given.way}
            error={task.fields.way}
            onChange={({ target }) =>
              setGiven({ ...given, way: payment.ways.find((way) => way === target.value) ?? given.way })
            }
          >
            {payment.ways.map((way) => (
              <option key={way} value={way}>
                {wayText(way)}
              </option>
            ))}
          </Field>
        ) : null}
        {canEnd ? (
          <label className={forms.choice}>
            <input
              type="checkbox"
              checked={given.endsAccess}
              onChange={({ target }) => setGiven({ ...given, endsAccess: target.checked })}
            />
            <span>{order.hasSeat ? "The seat goes" : `End the access to ${order.purchase?.course}`}</span>
          </label>
        ) : null}
        <Outcome {...{ order, payment, amountInPaise, isApprover, canEnd }} {...given} />
        <div className={styles.foot}>
          {isFull && canEnd && !given.endsAccess ? (
            <Notice look="wrong" role="status">
              <StaffIcon name="warn" />
              <p>All of the money goes back, and the learner keeps the {order.hasSeat ? "seat" : "course"}.</p>
            </Notice>
          ) : null}
          <ButtonRow>
            <Button type="submit" look="danger" isBusy={task.isBusy} disabled={amountInPaise === null}>
              {isApprover ? "Refund" : "Ask to refund"} {amountInPaise === null ? "" : moneyText(amountInPaise)}
            </Button>
            <Button look="line" onClick={onClose}>
              Cancel
            </Button>
          </ButtonRow>
        </div>
      </form>
    </Dialog>
  );
}

function doneText(state: string, way: RefundWay): string {
  if (state === "asked") return "The refund waits for an owner's approval.";
  return way === "source" ? "The refund is on its way." : "The refund is approved: give the money, and say so here.";
}

function seatText(endsAccess: boolean): string {
  return endsAccess ? "The seat is free for somebody else, and its link ends." : "The payer keeps the seat.";
}

type OutcomeProps = Pick<Props, "order" | "payment"> & {
  amountInPaise: number | null;
  isApprover: boolean;
  canEnd: boolean;
  endsAccess: boolean;
  way: RefundWay;
};

function Outcome({ order, payment, amountInPaise, isApprover, canEnd, endsAccess, way }: OutcomeProps) {
  const amount = amountInPaise === null ? "the amount" : moneyText(amountInPaise);
  const { purchase, contact } = order;
  const certificates = purchase && purchase.certificates > 0 ? " Certificates stay valid." : "";
  const lines = [
    way === "source"
      ? `${amount} goes back the way it came: ${payment.method}.`
      : `You give ${amount} at the desk: ${wayText(way).toLowerCase()}.${way === "cash" ? " It comes out of the open drawer." : ""}`,
    payment.invoiceNumber
      ? `A credit note takes ${amount} of ${payment.invoiceNumber} back, with its tax.`
      : "No credit note: nothing was invoiced for this payment.",
    ...(canEnd
      ? [
          order.hasSeat
            ? seatText(endsAccess)
            : endsAccess
              ? `${purchase?.course} ends for the learner: place, reminders and calendar too.${certificates} It can be bought again.`
              : `The learner keeps ${purchase?.course}.`,
        ]
      : []),
    contact ? `${contact.name} gets a mail once the money is back.` : "Nobody is told: we do not know who paid.",
    isApprover ? "Your name goes to the audit log." : "An owner has to approve it first.",
  ];
  return (
    <section className={styles.outcome} aria-label="What will happen">
      <h3>What will happen</h3>
      <ul>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </section>
  );
}
