import { useEffect, useRef } from "react";
import { Notice } from "../../ui/message.tsx";
import { Button, ButtonLink, ButtonRow } from "../controls.tsx";
import { StaffIcon } from "../icon.tsx";
import { moneyText } from "../money.ts";
import * as styles from "./enrol.module.css";
import type { MadeSale } from "./enrol-form.ts";
import { useSale } from "./enrol-queries.ts";
import { methodText } from "./enrol-words.ts";
import { PrintReceipt } from "./print-receipt.tsx";

/** What came of it: the receipt to print, or what it waits for. */
export function SaleDone({ made, onAnother }: { made: MadeSale; onAnother(): void }) {
  const { receipt } = made;
  const read = useSale(made.sale.saleId, { isWaiting: made.sale.state === "waiting" });
  const sale = read.data ?? made.sale;
  const head = useRef<HTMLHeadingElement>(null);
  useEffect(() => head.current?.focus(), []);
  const link = `/staff/enrol/sales/${sale.saleId}`;
  return (
    <div className={styles.done}>
      <h2 ref={head} tabIndex={-1}>
        {receipt ? `${sale.name} is enrolled in ${sale.courseName}` : `${sale.courseName} for ${sale.name}`}
      </h2>
      {receipt ? (
        <>
          <Notice look="done">
            <StaffIcon name="check" />
            <p>
              {moneyText(receipt.amountInPaise)} received, {methodText(receipt.method)}. Receipt{" "}
              <span className="whitespace-nowrap">{receipt.number}</span>, invoice{" "}
              <span className="whitespace-nowrap">{receipt.invoiceNumber}</span>.{" "}
              {receipt.mailedTo ? `Both go to ${receipt.mailedTo}.` : "No e-mail address is known, so print it."}
            </p>
          </Notice>
          <PrintReceipt receiptId={receipt.receiptId} number={receipt.number} />
        </>
      ) : (
        <Outcome state={sale.state} refusal={sale.refusal} />
      )}
      <ButtonRow>
        <Button onClick={onAnother}>Enrol another</Button>
        <ButtonLink look="line" to={link}>
          {sale.state === "open" && !receipt ? "Take the payment" : "Open the sale"}
        </ButtonLink>
      </ButtonRow>
    </div>
  );
}

function Outcome({ state, refusal }: { state: MadeSale["sale"]["state"]; refusal: string }) {
  if (state === "waiting")
    return (
      <Notice look="waiting" role="status">
        <StaffIcon name="clock" />
        <p>The discount waits for an owner. No money was taken. This page shows the decision as soon as it is there.</p>
      </Notice>
    );
  if (state === "withdrawn")
    return (
      <Notice look="wrong" role="status">
        <StaffIcon name="warn" />
        <p>The discount was refused: {refusal}</p>
      </Notice>
    );
  return (
    <Notice look="done" role="status">
      <StaffIcon name="check" />
      <p>Price and plan are agreed. Nothing is paid yet; the first payment gives the course.</p>
    </Notice>
  );
}
