import { Field } from "../controls.tsx";
import { choice } from "../forms.module.css";
import { moneyText } from "../money.ts";
import * as styles from "./enrol.module.css";
import type { Agreed, DeskFacts } from "./enrol-form.ts";
import { PlanTable } from "./plan-table.tsx";
import { Radios, Step } from "./step.tsx";
import type { StepProps } from "./step-props.ts";

export const partOptions = ["1", "2", "3", "4", "6"].map((value) => ({
  ...{ value, letter: value, text: value === "1" ? "At once" : `${value} parts` },
}));

type Props = StepProps & { facts: DeskFacts; agreed: Agreed | null };

export function PriceStep({ form, fields, facts, agreed, onChange }: Props) {
  const isDiscounted = form.discount.trim() !== "";
  return (
    <Step number={3} title="Price" isDone={agreed !== null && !agreed.isDiscountWrong}>
      <div className={styles.fields}>
        <Field
          label="Price, GST included"
          value={agreed ? moneyText(agreed.listPriceInPaise) : ""}
          readOnly
          tabIndex={-1}
        />
        <Field
          label={facts.discountLimit < 100 ? `Discount (your limit: ${facts.discountLimit} %)` : "Discount"}
          value={form.discount}
          error={fields.discount ?? (agreed?.isDiscountWrong ? "Enter 2000 or 5 %" : undefined)}
          placeholder="2000 or 5 %"
          onChange={(event) => onChange({ discount: event.target.value, dues: null })}
          autoComplete="off"
          data-step="discount"
        />
        <Field
          label="Reason, for the audit log"
          value={form.discountReason}
          error={fields.discountReason}
          onChange={(event) => onChange({ discountReason: event.target.value })}
          autoComplete="off"
          maxLength={300}
          disabled={!isDiscounted}
          data-step={isDiscounted ? "reason" : undefined}
        />
      </div>
      <Radios
        legend="Pay in parts"
        name="parts"
        options={partOptions}
        value={String(form.parts)}
        onChange={(value) => onChange({ parts: Number(value), dues: null })}
      />
      {agreed ? <PlanTable form={form} agreed={agreed} error={fields.dues} onChange={onChange} /> : null}
      <label className={choice}>
        <input
          type="checkbox"
          checked={form.isCompany}
          onChange={(event) => onChange({ isCompany: event.target.checked })}
        />
        <span>A company pays, and is on the invoice</span>
      </label>
      {form.isCompany ? (
        <div className={styles.fields}>
          <Field
            label="Company"
            value={form.company}
            error={fields.company}
            onChange={(event) => onChange({ company: event.target.value })}
            maxLength={100}
            autoComplete="off"
            data-step="company"
          />
          <Field
            label="GSTIN (if it has one)"
            value={form.gstin}
            error={fields.gstin}
            onChange={(event) => onChange({ gstin: event.target.value })}
            maxLength={15}
            autoComplete="off"
            data-step="gstin"
          />
        </div>
      ) : null}
    </Step>
  );
}
