import { errorText } from "../../lib/problem.ts";
import { moneyText } from "../money.ts";
import * as styles from "./enrol.module.css";
import { useUpiCode } from "./enrol-queries.ts";

/** Any UPI app that scans it opens with payee and exact amount. */
export function UpiCode({ amountInPaise, note }: { amountInPaise: number; note: string }) {
  const { data, error } = useUpiCode({ amountInPaise, note, isWanted: true });
  if (error) return <p className={styles.fault}>{errorText(error)}</p>;
  if (!data) return null;
  return (
    <figure className={styles.code}>
      <img
        src={`data:image/svg+xml,${encodeURIComponent(data.picture)}`}
        alt={`UPI code for ${moneyText(amountInPaise)}`}
        width="168"
        height="168"
      />
      <figcaption>
        <b>{moneyText(amountInPaise)}</b>
        <span>
          to {data.payee}, {data.vpa}
        </span>
        <span>The payer scans it. Enter the reference that their app shows.</span>
      </figcaption>
    </figure>
  );
}
