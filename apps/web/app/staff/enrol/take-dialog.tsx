import type { DeskSale } from "@shoreline/contract";
import { type FormEvent, useState } from "react";
import { Dialog } from "../../ui/dialog.tsx";
import { focusFirstFault } from "../../ui/field.tsx";
import { saleClient } from "../client.ts";
import { Button, ButtonRow } from "../controls.tsx";
import * as styles from "../forms.module.css";
import { Loading } from "../loading.tsx";
import { moneyText } from "../money.ts";
import { TaskProblem } from "../task-problem.tsx";
import { PlainProblem, useTask } from "../use-task.ts";
import type { DeskFacts } from "./enrol-form.ts";
import { useDesk } from "./enrol-queries.ts";
import { keepDesk, keptDesk } from "./kept-desk.ts";
import { PaymentFields, type PaymentForm } from "./payment-fields.tsx";

type Props = {
  sale: Pick<DeskSale, "name" | "courseName"> & { dues: unknown[] };
  due: Pick<DeskSale["dues"][number], "dueId" | "number" | "amountInPaise">;
  onDone(sale: DeskSale, news: string): void;
  onClose(): void;
};

/** Takes the payment of one instalment. */
export function TakeDialog(props: Props) {
  const { sale, due, onClose } = props;
  const { data } = useDesk();
  return (
    <Dialog title={`Part ${due.number} of ${sale.dues.length}: ${moneyText(due.amountInPaise)}`} onClose={onClose}>
      {data ? <TakeForm {...props} facts={data} /> : <Loading />}
    </Dialog>
  );
}

function TakeForm({ sale, due, facts, onDone, onClose }: Props & { facts: DeskFacts }) {
  const task = useTask();
  const [attemptId] = useState(() => crypto.randomUUID());
  const [form, setForm] = useState<PaymentForm>({
    ...{ method: "", reference: "", desk: keptDesk(facts), isReferenceKnown: false },
  });
  const take = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const box = event.currentTarget;
    await task.run(async () => {
      const { method, ...payment } = form;
      if (method === "" || method === "later") throw new PlainProblem("Choose how it was paid.");
      const taken = await saleClient.take({ dueId: due.dueId, payment: { method, ...payment }, attemptId });
      keepDesk(payment.desk);
      const { number, mailedTo } = taken.receipt;
      onDone(
        taken.sale,
        `Receipt ${number}: ${moneyText(due.amountInPaise)}. ${mailedTo ? `It goes to ${mailedTo}.` : "It is ready to print."}`,
      );
      onClose();
    });
    focusFirstFault(box);
  };
  return (
    <form className={styles.form} onSubmit={take} noValidate>
      <TaskProblem task={task} />
      <PaymentFields
        form={form}
        fields={task.fields}
        facts={facts}
        amountInPaise={due.amountInPaise}
        note={`${sale.courseName} ${sale.name}`}
        onChange={(change) => setForm((before) => ({ ...before, ...change }))}
      />
      <ButtonRow>
        <Button type="submit" isBusy={task.isBusy}>
          Take {moneyText(due.amountInPaise)}
        </Button>
        <Button look="line" onClick={onClose}>
          Cancel
        </Button>
      </ButtonRow>
    </form>
  );
}
