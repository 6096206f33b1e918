import type { DeskSale } from "@shoreline/contract";
import { moneyText } from "../money.ts";
import { formatWhole } from "../when.ts";
import { numberText } from "../words.ts";
import * as styles from "./enrol.module.css";
import { batchText } from "./enrol-words.ts";

export function SaleFacts({ sale }: { sale: DeskSale }) {
  const { listPriceInPaise, discountInPaise, discountReason } = sale;
  const facts: [string, string][] = [
    ["Learner", [sale.name, sale.number && numberText(sale.number), sale.email].filter(Boolean).join(", ")],
    ["Batch", batchText(sale)],
    ["Price", moneyText(listPriceInPaise)],
    ["Discount", discountInPaise > 0 ? `${moneyText(discountInPaise)}: ${discountReason}` : ""],
    ["Agreed price", discountInPaise > 0 ? moneyText(listPriceInPaise - discountInPaise) : ""],
    ["Company", [sale.company, sale.gstin].filter(Boolean).join(", ")],
    ["Agreed by", `${sale.madeBy || "Somebody"}, ${formatWhole(sale.madeAt)}`],
    ["Approved by", sale.approvedBy],
    ["Why it was withdrawn", sale.refusal],
  ];
  return (
    <dl className={styles.facts}>
      {facts
        .filter(([, text]) => text !== "")
        .map(([label, text]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{text}</dd>
          </div>
        ))}
    </dl>
  );
}
