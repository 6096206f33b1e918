import type { CashDrawer } from "@shoreline/contract";
import { cashDifference } from "@shoreline/domain/sale";
import { type FormEvent, useState } from "react";
import { focusFirstFault } from "../../ui/field.tsx";
import { Notice } from "../../ui/message.tsx";
import { saleClient } from "../client.ts";
import { Button, ButtonRow, Field } from "../controls.tsx";
import { dayText } from "../date/date-text.ts";
import { form } from "../forms.module.css";
import { StaffIcon } from "../icon.tsx";
import { moneyText, readRupees } from "../money.ts";
import { PageSection } from "../page-head.tsx";
import * as table from "../table.module.css";
import { TaskProblem } from "../task-problem.tsx";
import { PlainProblem, useTask } from "../use-task.ts";
import { formatClock } from "../when.ts";
import * as styles from "./drawer.module.css";
import { MoveDialog } from "./move-dialog.tsx";

type Props = { drawer: CashDrawer; today: string; onDone(news: string): void };

/** An open drawer with its moves, and the count that closes it. */
export function DrawerForm({ drawer, today, onDone }: Props) {
  const { desk, day, openingInPaise, openedBy, expectedInPaise, moves } = drawer;
  const [isMoving, setMoving] = useState(false);
  return (
    <PageSection id={drawer.drawerId} title={`${desk}, ${dayText(day)}`} count={moneyText(expectedInPaise)}>
      {day === today ? null : (
        <Notice look="wrong">
          <StaffIcon name="warn" />
          <p>
            This drawer of {dayText(day)} is still open. Count and close it: until then {desk} takes no cash.
          </p>
        </Notice>
      )}
      <table className={`${table.table} ${table.rows} ${styles.moves}`}>
        <caption className="sr-only">What moved</caption>
        <thead>
          <tr>
            <th>When</th>
            <th>What</th>
            <th>Who</th>
            <th className={table.end}>Amount</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <td className={table.moment}>{formatClock(drawer.openedAt)}</td>
            <td className={styles.what}>Opened with</td>
            <td className={styles.who}>{openedBy}</td>
            <td className={`${table.end} ${styles.amount}`}>{moneyText(openingInPaise)}</td>
          </tr>
          {moves.map(({ moveId, at, reason, by, amountInPaise }) => (
            <tr key={moveId}>
              <td className={table.moment}>{formatClock(at)}</td>
              <td className={styles.what}>{reason}</td>
              <td className={styles.who}>{by}</td>
              <td className={`${table.end} ${styles.amount}`}>{signed(amountInPaise)}</td>
            </tr>
          ))}
          <tr>
            <td />
            <th scope="row" className={styles.what}>
              Should be in the drawer
            </th>
            <td />
            <td className={`${table.end} ${styles.amount}`}>
              <b>{moneyText(expectedInPaise)}</b>
            </td>
          </tr>
        </tbody>
      </table>
      <CloseForm drawer={drawer} onDone={onDone} onMove={() => setMoving(true)} />
      {isMoving ? <MoveDialog drawer={drawer} onDone={onDone} onClose={() => setMoving(false)} /> : null}
    </PageSection>
  );
}

const signed = (amount: number) => (amount < 0 ? `−${moneyText(-amount)}` : moneyText(amount));

type CloseProps = { drawer: CashDrawer; onDone(news: string): void; onMove(): void };

function CloseForm({ drawer, onDone, onMove }: CloseProps) {
  const { drawerId, desk } = drawer;
  const task = useTask();
  const [typed, setTyped] = useState("");
  const [explanation, setExplanation] = useState("");
  const counted = readRupees(typed);
  const difference = counted === null ? 0 : cashDifference(drawer, counted);
  const close = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const box = event.currentTarget;
    await task.run(async () => {
      if (counted === null) throw new PlainProblem("Count the cash and enter the sum.");
      await saleClient.closeDrawer({ drawerId, countedInPaise: counted, explanation });
      onDone(`The drawer of ${desk} is closed with ${moneyText(counted)}.`);
    });
    focusFirstFault(box);
  };
  return (
    <form className={form} onSubmit={close} noValidate>
      <TaskProblem task={task} />
      <Field
        label="Counted in rupees"
        inputMode="decimal"
        value={typed}
        error={task.fields.countedInPaise}
        onChange={(event) => setTyped(event.target.value)}
        autoComplete="off"
      />
      {difference !== 0 ? (
        <Field
          label={`${moneyText(Math.abs(difference))} ${difference < 0 ? "missing" : "too much"}. Why, as far as you know`}
          value={explanation}
          error={task.fields.explanation}
          onChange={(event) => setExplanation(event.target.value)}
          maxLength={300}
          autoComplete="off"
          required
        />
      ) : null}
      <ButtonRow>
        <Button type="submit" isBusy={task.isBusy}>
          Close the drawer
        </Button>
        <Button look="line" onClick={onMove}>
          Put in or take out
        </Button>
      </ButtonRow>
    </form>
  );
}
