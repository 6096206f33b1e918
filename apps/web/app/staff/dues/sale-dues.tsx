import type { SaleDue, SalePlan } from "@shoreline/contract";
import { formatDate } from "../../lib/format.ts";
import { Button } from "../controls.tsx";
import { type Shape, StatusMark } from "../status-mark.tsx";
import * as table from "../table.module.css";
import { formatWhenInside } from "../when.ts";
import { dueStateNames, noticeText, rupeesOf } from "./due-words.ts";
import * as styles from "./sale-dues.module.css";

type Props = {
  plan: SalePlan;
  mayChange: boolean;
  mayWriteOff: boolean;
  onTake(due: SaleDue): void;
  onSend(due: SaleDue): void;
  onCopy(due: SaleDue): void;
  onWriteOff(due: SaleDue): void;
};

export function SaleDues({ plan, mayChange, mayWriteOff, onTake, onSend, onCopy, onWriteOff }: Props) {
  const oldest = plan.dues.find(({ payUrl }) => payUrl !== null);
  return (
    <ol className={styles.dues} aria-label="Instalments">
      {plan.dues.map((due) => (
        <li key={due.dueId}>
          <p className={styles.head}>
            <b>Part {due.number}</b>
            <span className={styles.amount}>{rupeesOf(due.amountInPaise)}</span>
            <span>{whenText(due)}</span>
            <StatusMark shape={shapeOf(due, plan.today)}>{stateText(due, plan.today)}</StatusMark>
          </p>
          {due.notices.length > 0 ? (
            <ul className={styles.notices}>
              {due.notices.map((notice) => (
                <li key={notice.sentAt + notice.kind}>
                  {noticeText(notice)}, {formatWhenInside(notice.sentAt)}
                  {notice.by ? `, ${notice.by}` : ""}
                </li>
              ))}
            </ul>
          ) : due.payUrl ? (
            <p className={table.dim}>{unsentText(due, plan)}</p>
          ) : null}
          {due.payUrl && mayChange ? (
            <div className={styles.actions}>
              {due === oldest ? <Button onClick={() => onTake(due)}>Take {rupeesOf(due.amountInPaise)}</Button> : null}
              <Button look="line" onClick={() => onSend(due)}>
                Send the link<span className="sr-only"> of part {due.number}</span>
              </Button>
              <Button look="line" onClick={() => onCopy(due)}>
                Copy the link<span className="sr-only"> of part {due.number}</span>
              </Button>
              {mayWriteOff ? (
                <Button look="danger-line" onClick={() => onWriteOff(due)}>
                  Write off<span className="sr-only"> part {due.number}</span>
                </Button>
              ) : null}
            </div>
          ) : null}
        </li>
      ))}
    </ol>
  );
}

const isLate = ({ payUrl, dueOn }: SaleDue, today: string) => payUrl !== null && dueOn < today;

function shapeOf(due: SaleDue, today: string): Shape {
  if (due.state === "paid") return "done";
  if (isLate(due, today)) return "act";
  return due.payUrl ? "begun" : "off";
}

function stateText(due: SaleDue, today: string): string {
  return isLate(due, today) ? "Overdue" : dueStateNames[due.state];
}

function unsentText(due: SaleDue, { automatic, today }: SalePlan): string {
  const isTaken =
    automatic?.state === "active" &&
    due.amountInPaise <= automatic.maxInPaise &&
    due.number !== automatic.failed?.number &&
    !isLate(due, today);
  return isTaken ? `Taken on ${formatDate(due.dueOn)}, automatically.` : "Nothing was sent yet.";
}

function whenText({ state, dueOn, settledAt, invoice }: SaleDue): string {
  if (state === "paid" && settledAt) return `paid ${formatWhenInside(settledAt)}${invoice ? `, ${invoice}` : ""}`;
  return `due on ${formatDate(dueOn)}`;
}
