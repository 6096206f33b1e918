import type { NamedCourse, StaffFlag } from "@shoreline/contract";
import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { Dialog } from "../../ui/dialog.tsx";
import { focusFirstFault } from "../../ui/field.tsx";
import { refundClient } from "../client.ts";
import { Button, ButtonRow, Field } from "../controls.tsx";
import { CourseField } from "../courses/course-field.tsx";
import { allCourses } from "../courses/course-finder.ts";
import * as forms from "../forms.module.css";
import { Loading } from "../loading.tsx";
import { moneyText } from "../money.ts";
import { may, useMe } from "../queries.ts";
import { TaskProblem } from "../task-problem.tsx";
import { useTask } from "../use-task.ts";
import { paymentsKey, useOrder } from "./payment-queries.ts";
import { flagTexts } from "./payment-words.ts";
import { RefundDialog } from "./refund-dialog.tsx";

type Decision = StaffFlag["actions"][number];
type Props = {
  flag: StaffFlag;
  onDone(news: string): void;
  onClose(): void;
};

const decisionTexts: Record<Decision, { text: string; more: string }> = {
  refund: { text: "Give it back", more: "All of it goes back. You can check everything before you confirm." },
  attach: { text: "Give a learner a course for it", more: "Purchase, invoice and confirmation as for every payment." },
  accept: { text: "Accept it as it is", more: "The learner gets the course, with an invoice over what was paid." },
};

/** Offers only what fits this money. */
export function SettleDialog({ flag, onDone, onClose }: Props) {
  const me = useMe();
  const task = useTask();
  const queries = useQueryClient();
  const { text, outcome } = flagTexts(flag);
  const actions = flag.actions.filter((action) => action !== "refund" || may(me, "ask for refunds"));
  const [decision, setDecision] = useState<Decision | undefined>(actions[0]);
  const [isRefunding, setRefunding] = useState(false);
  const [given, setGiven] = useState({ note: "", number: "" });
  const [course, setCourse] = useState<NamedCourse | null>(null);
  if (isRefunding) return <RefundFlag flag={flag} onDone={onDone} onClose={onClose} />;
  const settle = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const sent = event.currentTarget;
    if (decision === "refund") return setRefunding(true);
    await task.run(async () => {
      if (!decision) return;
      const { note, number } = given;
      const item = { number, courseId: course?.courseId ?? "" };
      await refundClient.settle({ flagId: flag.flagId, decision, note, ...(decision === "attach" ? item : {}) });
      await queries.invalidateQueries({ queryKey: paymentsKey });
      onDone(`${moneyText(flag.paidInPaise)} is settled.`);
    });
    focusFirstFault(sent);
  };
  return (
    <Dialog title={`Settle ${moneyText(flag.leftInPaise)}`} onClose={onClose}>
      <form className={forms.form} onSubmit={settle} noValidate>
        <TaskProblem task={task} />
        <p>
          {text}. {outcome}
        </p>
        <fieldset className={forms.choices}>
          <legend>What to do</legend>
          {actions.map((action) => (
            <label key={action} className={forms.choice}>
              <input type="radio" name="decision" checked={decision === action} onChange={() => setDecision(action)} />
              <span>{decisionTexts[action].text}</span>
              <span className={forms.more}>{decisionTexts[action].more}</span>
            </label>
          ))}
        </fieldset>
        {task.fields.decision ? <p className={forms.fault}>{task.fields.decision}</p> : null}
        {decision === "attach" ? (
          <>
            <Field
              label="The learner's phone number"
              type="tel"
              value={given.number}
              maxLength={30}
              error={task.fields.number}
              onChange={({ target }) => setGiven({ ...given, number: target.value })}
            />
            <CourseField
              label="Course"
              value={course}
              from={allCourses}
              error={task.fields.courseId}
              onChange={setCourse}
            />
          </>
        ) : null}
        {decision && decision !== "refund" ? (
          <Field
            label="Note, for the books"
            value={given.note}
            maxLength={300}
            error={task.fields.note}
            onChange={({ target }) => setGiven({ ...given, note: target.value })}
          />
        ) : null}
        <ButtonRow>
          <Button type="submit" isBusy={task.isBusy} disabled={!decision}>
            {decision === "refund" ? "Go on to the refund" : `Settle ${moneyText(flag.leftInPaise)}`}
          </Button>
          <Button look="line" onClick={onClose}>
            Cancel
          </Button>
        </ButtonRow>
      </form>
    </Dialog>
  );
}

function RefundFlag({ flag, onDone, onClose }: Props) {
  const { data } = useOrder(flag.orderId);
  const payment = data?.payments.find(({ providerPaymentId }) => providerPaymentId === flag.providerPaymentId);
  if (!data || !payment) return <Loading lines={3} />;
  return <RefundDialog order={data} payment={payment} flagId={flag.flagId} onDone={onDone} onClose={onClose} />;
}
