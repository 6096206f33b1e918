import type { BookMonth, BookSum } from "@shoreline/contract";
import { exactMoney } from "../money.ts";
import { tiles } from "../tiles.module.css";
import { Tile } from "../tiles.tsx";
import * as styles from "./book-figures.module.css";
import { negative } from "./book-sum.ts";
import { documentsText } from "./book-words.ts";

/** Invoices without credit notes are net, line by line. */
export function BookFigures({ report: { invoices, creditNotes, net } }: { report: BookMonth }) {
  return (
    <ul className={`${tiles} ${styles.figures}`} aria-label="In short">
      <Figure title="Invoices" sum={invoices} />
      <Figure title="Credit notes" sum={negative(creditNotes)} />
      <Figure title="Net" sum={net} />
    </ul>
  );
}

function Figure({ title, sum }: { title: string; sum: BookSum }) {
  const parts = [
    ["Taxable value", sum.taxableInPaise],
    ["CGST", sum.cgstInPaise],
    ["SGST", sum.sgstInPaise],
    ["IGST", sum.igstInPaise],
  ] as const;
  return (
    <li>
      <Tile title={title} value={exactMoney(sum.totalInPaise)} isQuiet={sum.documents === 0}>
        <span className={styles.count}>{documentsText(sum.documents)}</span>
        <dl className={styles.parts}>
          {parts.map(([name, paise]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{exactMoney(paise)}</dd>
            </div>
          ))}
        </dl>
      </Tile>
    </li>
  );
}
