import type { TransferPreview } from "@shoreline/contract";
import { useId } from "react";
import * as look from "../../ui/field.module.css";
import * as controls from "../controls.module.css";
import { Button, Field } from "../controls.tsx";
import { DateInput } from "../date/date-input.tsx";
import { dayText } from "../date/date-text.ts";
import { partOptions } from "../enrol/price-step.tsx";
import { Radios } from "../enrol/step.tsx";
import { fault } from "../forms.module.css";
import { moneyText } from "../money.ts";
import * as styles from "./refund-dialog.module.css";
import type { Difference, TransferForm } from "./transfer-form.ts";

type Props = {
  form: TransferForm;
  preview: TransferPreview;
  difference: Difference;
  fields: Record<string, string>;
  onChange(change: Partial<TransferForm>): void;
  onRefund: ((amountInPaise: number) => void) | null;
};

/** Price, discount, difference and plan. */
export function DifferenceFields({ form, preview, difference, fields, onChange, onRefund }: Props) {
  const { course, discountInPaise, toPayInPaise, tooMuchInPaise, dues } = difference;
  const limit = preview.discountLimit;
  return (
    <>
      <Field
        label={limit < 100 ? `Discount (your limit: ${limit} %)` : "Discount"}
        value={form.discount}
        error={fields.discount ?? discountFault(difference, limit)}
        placeholder="2000 or 5 %"
        autoComplete="off"
        onChange={({ target }) => onChange({ discount: target.value })}
      />
      {form.discount.trim() ? (
        <Field
          label="Reason of the discount"
          value={form.discountReason}
          error={fields.discountReason}
          maxLength={300}
          onChange={({ target }) => onChange({ discountReason: target.value })}
        />
      ) : null}
      <dl className={styles.figures}>
        <dt>Price of {course.name}</dt>
        <dd>{moneyText(course.priceInPaise)}</dd>
        {discountInPaise > 0 ? (
          <>
            <dt>Discount</dt>
            <dd>−{moneyText(discountInPaise)}</dd>
          </>
        ) : null}
        <dt>Carried over</dt>
        <dd>−{moneyText(preview.carriedInPaise)}</dd>
        <dt>{tooMuchInPaise > 0 ? "Paid too much" : "Still to pay"}</dt>
        <dd>
          <b>{moneyText(tooMuchInPaise > 0 ? tooMuchInPaise : toPayInPaise)}</b>
        </dd>
      </dl>
      {tooMuchInPaise > 0 ? (
        <div role="alert">
          <p className={fault}>
            {moneyText(tooMuchInPaise)} more was paid than the course costs: give it back first. The learner keeps{" "}
            {preview.course.name} until then.
          </p>
          {onRefund ? (
            <Button look="line" onClick={() => onRefund(tooMuchInPaise)}>
              Refund {moneyText(tooMuchInPaise)}
            </Button>
          ) : null}
        </div>
      ) : null}
      {toPayInPaise > 0 ? <Plan {...{ form, preview, dues, error: fields.dues, onChange }} /> : null}
    </>
  );
}

/** The end of the form. */
export function ReasonField({ form, preview, difference, fields, onChange }: Omit<Props, "onRefund">) {
  return (
    <>
      <Field
        label="Reason, for the audit log"
        value={form.reason}
        error={fields.reason}
        maxLength={300}
        onChange={({ target }) => onChange({ reason: target.value })}
      />
      <Outcome preview={preview} difference={difference} />
    </>
  );
}

function discountFault({ isDiscountWrong, isAboveLimit }: Difference, limit: number): string | undefined {
  if (isDiscountWrong) return "Enter 2000 or 5 %";
  return isAboveLimit ? `Your limit is ${limit} %. Ask an owner to transfer the learner.` : undefined;
}

type PlanProps = Pick<Props, "form" | "preview" | "onChange"> & {
  dues: Difference["dues"];
  error: string | undefined;
};

function Plan({ form, preview, dues, error, onChange }: PlanProps) {
  const id = useId();
  return (
    <>
      <Radios
        legend="Pay in parts"
        name="parts"
        options={partOptions}
        value={String(form.parts)}
        onChange={(value) => onChange({ parts: Number(value) })}
      />
      <div className={`${look.field} ${controls.field}`}>
        <label htmlFor={id}>First due on</label>
        <DateInput
          id={id}
          label="First due on"
          className={`${look.input} ${controls.input}`}
          value={form.firstDay || preview.today}
          onChange={(firstDay) => onChange({ firstDay })}
        />
      </div>
      {dues.length > 1 ? (
        <ol className={styles.dues} aria-label="Parts">
          {dues.map(({ amountInPaise, dueOn }) => (
            <li key={dueOn}>
              {moneyText(amountInPaise)} on {dayText(dueOn)}
            </li>
          ))}
        </ol>
      ) : null}
      {error ? (
        <p role="alert" className={fault}>
          {error}
        </p>
      ) : null}
    </>
  );
}

function Outcome({ preview, difference }: Pick<Props, "preview" | "difference">) {
  const { carriedInPaise, openInPaise, payments, course: from } = preview;
  const { course: to, toPayInPaise, dues } = difference;
  const [first] = dues;
  const lines = [
    `${from.name} ends for the learner: place, reminders and calendar too. Certificates stay valid.`,
    ...(openInPaise > 0 ? [`${moneyText(openInPaise)} that was still due for ${from.name} is cancelled.`] : []),
    payments.length > 1
      ? `${payments.length} credit notes and ${payments.length} invoices carry ${moneyText(carriedInPaise)} over. No money moves.`
      : `A credit note and an invoice carry ${moneyText(carriedInPaise)} over. No money moves.`,
    toPayInPaise > 0 && first
      ? `The learner gets a mail with a link to pay ${moneyText(first.amountInPaise)} by ${dayText(first.dueOn)}.`
      : `${to.name} is paid with it. The learner gets a mail.`,
    "Your name goes to the audit log.",
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
