import { Notice } from "../../ui/message.tsx";
import { StaffIcon } from "../icon.tsx";
import { moneyText } from "../money.ts";
import { may, useMe } from "../queries.ts";
import { type Agreed, type DeskFacts, knownName } from "./enrol-form.ts";
import { PaymentFields } from "./payment-fields.tsx";
import { Step } from "./step.tsx";
import type { StepProps } from "./step-props.ts";

type Props = StepProps & { facts: DeskFacts; agreed: Agreed | null };

export function PaymentStep({ form, fields, person, facts, agreed, onChange }: Props) {
  const me = useMe();
  return (
    <Step number={4} title="Payment now" isDone={false}>
      {agreed?.isWaiting ? (
        <Notice look="waiting">
          <StaffIcon name="clock" />
          <p>
            {moneyText(agreed.discountInPaise)} off is above your limit of {facts.discountLimit} %. An owner approves
            it, on their own device or here later; then you take the payment. Take no money before that.
          </p>
        </Notice>
      ) : may(me, "take payments") ? (
        <PaymentFields
          form={form}
          fields={fields}
          facts={facts}
          amountInPaise={agreed?.dues[0]?.amountInPaise ?? 0}
          note={[form.course?.name, form.name ?? knownName(person)].filter(Boolean).join(" ")}
          mayBeLater
          onChange={onChange}
        />
      ) : (
        <Notice>
          <StaffIcon name="info" />
          <p>Your role takes no payments. The front desk takes the first one, or the learner pays by a link.</p>
        </Notice>
      )}
    </Step>
  );
}
