import type { DeskSale } from "@shoreline/contract";
import { type FormEvent, useState } from "react";
import { Dialog } from "../../ui/dialog.tsx";
import { focusFirstFault } from "../../ui/field.tsx";
import { saleClient } from "../client.ts";
import { ConfirmDialog } from "../confirm-dialog.tsx";
import { Button, ButtonRow, Field } from "../controls.tsx";
import * as styles from "../forms.module.css";
import { moneyText } from "../money.ts";
import { TaskProblem } from "../task-problem.tsx";
import { useTask } from "../use-task.ts";

export type SaleDecision = "approve" | "refuse" | "withdraw";
type Props = { sale: DeskSale; onDone(sale: DeskSale, news: string): void; onClose(): void };

export function SaleDecisionDialog({ decision, ...props }: Props & { decision: SaleDecision }) {
  return decision === "approve" ? <Approve {...props} /> : <SaleReasonDialog decision={decision} {...props} />;
}

function Approve({ sale, onDone, onClose }: Props) {
  const { saleId, discountInPaise, listPriceInPaise, name, courseName } = sale;
  const approve = async () => {
    onDone(await saleClient.approve({ saleId }), "The discount is approved. The desk can take the payment now.");
    onClose();
  };
  return (
    <ConfirmDialog
      title={`Approve ${moneyText(discountInPaise)} off`}
      text={`${name} pays ${moneyText(listPriceInPaise - discountInPaise)} for ${courseName} instead of ${moneyText(listPriceInPaise)}.`}
      button={`Approve ${moneyText(discountInPaise)} off`}
      isHard={false}
      run={approve}
      onClose={onClose}
    />
  );
}

const words = {
  refuse: { title: "Refuse the discount", button: "Refuse the discount", news: "The discount is refused." },
  withdraw: { title: "Withdraw the sale", button: "Withdraw the sale", news: "The sale is withdrawn." },
};

type ReasonProps = Omit<Props, "sale"> & { sale: Pick<DeskSale, "saleId" | "name">; decision: "refuse" | "withdraw" };

export function SaleReasonDialog({ decision, sale, onDone, onClose }: ReasonProps) {
  const task = useTask();
  const [reason, setReason] = useState("");
  const { title, button, news } = words[decision];
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    await task.run(async () => {
      onDone(await saleClient[decision]({ saleId: sale.saleId, reason }), news);
      onClose();
    });
    focusFirstFault(form);
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <form className={styles.form} onSubmit={send} noValidate>
        <TaskProblem task={task} />
        <p>Nothing of it can be paid any more. Another sale can be made for {sale.name}.</p>
        <Field
          label="Reason, which the desk reads"
          value={reason}
          error={task.fields.reason}
          onChange={(event) => setReason(event.target.value)}
          maxLength={300}
          autoComplete="off"
          required
        />
        <ButtonRow>
          <Button type="submit" look="danger" isBusy={task.isBusy}>
            {button}
          </Button>
          <Button look="line" onClick={onClose}>
            Cancel
          </Button>
        </ButtonRow>
      </form>
    </Dialog>
  );
}
