import { splitTax } from "@shoreline/domain/enrolment";
import { dayText } from "../date/date-text.ts";
import { moneyText } from "../money.ts";
import * as styles from "./enrol.module.css";
import {
  type Agreed,
  type DeskBatch,
  type DeskFacts,
  type DeskPerson,
  type EnrolForm,
  knownName,
} from "./enrol-form.ts";
import { batchText, methodText } from "./enrol-words.ts";

type Props = {
  form: EnrolForm;
  facts: DeskFacts;
  person: DeskPerson | undefined;
  batch: DeskBatch | undefined;
  agreed: Agreed | null;
};

/** The paper that comes of it. Nothing of it is kept yet. */
export function ReceiptPreview({ form, facts, person, batch, agreed }: Props) {
  const { course } = form;
  const { name, address, gstPercent } = facts.institute;
  return (
    <section aria-labelledby="preview" className={styles.receipt}>
      <h2 id="preview" className="sr-only">
        Receipt preview
      </h2>
      <p className={styles.receiptHead}>
        <b>{name}</b>
        <span>{address.join(", ")}</span>
      </p>
      <p>
        {(form.name ?? knownName(person)) || "Who pays?"}
        {form.isCompany && form.company ? `, ${form.company}` : ""}
        <br />
        {course ? course.name : "Which course?"}
        {batch ? `, ${batchText(batch)}` : ""}
      </p>
      {agreed ? <Sums agreed={agreed} form={form} gstPercent={gstPercent} /> : null}
    </section>
  );
}

function Sums({ agreed, form, gstPercent }: { agreed: Agreed; form: EnrolForm; gstPercent: number }) {
  const { listPriceInPaise, discountInPaise, priceInPaise, dues, isWaiting } = agreed;
  const [first, next] = dues;
  const amount = first?.amountInPaise ?? 0;
  const { taxableInPaise } = splitTax({ totalInPaise: amount, ratePercent: gstPercent, isSameState: true });
  const isPaid = form.method !== "" && form.method !== "later" && !isWaiting;
  const lines: [string, string][] = [
    ["Course", moneyText(listPriceInPaise)],
    ...(discountInPaise > 0
      ? ([
          ["Discount", `−${moneyText(discountInPaise)}`],
          ["Agreed price", moneyText(priceInPaise)],
        ] as [string, string][])
      : []),
    ...(gstPercent > 0
      ? ([[`GST ${gstPercent} % in ${dues.length > 1 ? "part 1" : "it"}`, moneyText(amount - taxableInPaise)]] as [
          string,
          string,
        ][])
      : []),
  ];
  return (
    <dl className={styles.sums}>
      {lines.map(([label, text]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{text}</dd>
        </div>
      ))}
      <div className={styles.total}>
        <dt>{isPaid ? `Received, ${methodText(form.method as "cash")}` : "To pay first"}</dt>
        <dd>{moneyText(amount)}</dd>
      </div>
      {next ? (
        <div>
          <dt>Still to pay, next {dayText(next.dueOn)}</dt>
          <dd>{moneyText(priceInPaise - amount)}</dd>
        </div>
      ) : null}
    </dl>
  );
}
