import { type DeskMethod, deskMethods } from "@shoreline/domain/payment";
import { Notice } from "../../ui/message.tsx";
import { Field } from "../controls.tsx";
import * as forms from "../forms.module.css";
import { StaffIcon } from "../icon.tsx";
import { DrawerHint } from "./drawer-hint.tsx";
import * as styles from "./enrol.module.css";
import type { DeskFacts } from "./enrol-form.ts";
import { methodKeys, methodText, referenceLabels } from "./enrol-words.ts";
import { Radios } from "./step.tsx";
import { UpiCode } from "./upi-code.tsx";

export type PaymentForm = {
  method: DeskMethod | "later" | "";
  reference: string;
  desk: string;
  /** Staff have seen that the reference was used before. */
  isReferenceKnown: boolean;
};
type Props = {
  form: PaymentForm;
  fields: Record<string, string>;
  facts: DeskFacts;
  amountInPaise: number;
  /** What the payer's app shows. */
  note: string;
  mayBeLater?: boolean;
  onChange(change: Partial<PaymentForm>): void;
};

/** How the money came. Everything but cash has a reference; cash goes into the drawer of a desk. */
export function PaymentFields({ form, fields, facts, amountInPaise, note, mayBeLater = false, onChange }: Props) {
  const { method, reference, desk, isReferenceKnown } = form;
  const used = fields["payment.isReferenceKnown"];
  const options = [...deskMethods, ...(mayBeLater ? (["later"] as const) : [])].map((value) => ({
    ...{ value, text: methodText(value), letter: methodKeys[value] },
  }));
  return (
    <>
      <Radios
        legend="Method"
        name="method"
        options={options}
        value={method}
        onChange={(value) => onChange({ method: value })}
      />
      {fields["payment.method"] ? <p className={styles.fault}>{fields["payment.method"]}</p> : null}
      {method === "cash" ? (
        <DrawerHint
          facts={facts}
          desk={desk}
          error={fields["payment.desk"]}
          onChange={(name) => onChange({ desk: name })}
        />
      ) : null}
      {method !== "" && method !== "cash" && method !== "later" ? (
        <Field
          label={referenceLabels[method]}
          value={reference}
          error={fields["payment.reference"]}
          onChange={(event) => onChange({ reference: event.target.value, isReferenceKnown: false })}
          autoComplete="off"
          maxLength={100}
          data-step="reference"
          required
        />
      ) : null}
      {used || isReferenceKnown ? (
        <label className={forms.choice}>
          <input
            type="checkbox"
            checked={isReferenceKnown}
            onChange={(event) => onChange({ isReferenceKnown: event.target.checked })}
            data-step="known"
          />
          <span>The reference is right: one payment for several fees</span>
          {used ? <span className={forms.more}>{used}.</span> : null}
        </label>
      ) : null}
      {method === "upi" && facts.hasUpi ? <UpiCode amountInPaise={amountInPaise} note={note} /> : null}
      {method === "upi" && !facts.hasUpi ? (
        <Notice>
          <StaffIcon name="info" />
          <p>There is no UPI address yet, so no code is shown. An owner enters it in Money settings.</p>
        </Notice>
      ) : null}
      {method === "later" ? (
        <p className={styles.hint}>Nothing is paid now: the learner gets the course with the first payment.</p>
      ) : null}
    </>
  );
}
