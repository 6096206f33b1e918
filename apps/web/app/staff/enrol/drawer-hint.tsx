import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import { saleClient } from "../client.ts";
import { Button, Field } from "../controls.tsx";
import { readRupees } from "../money.ts";
import { StatusMark } from "../status-mark.tsx";
import { TaskProblem } from "../task-problem.tsx";
import { PlainProblem, useTask } from "../use-task.ts";
import * as styles from "./enrol.module.css";
import type { DeskFacts } from "./enrol-form.ts";
import { deskKey } from "./enrol-queries.ts";

type Props = { facts: DeskFacts; desk: string; error: string | undefined; onChange(desk: string): void };

/** Whose drawer the cash goes into. One that is not open yet is opened here: nothing of the form is lost. */
export function DrawerHint({ facts, desk, error, onChange }: Props) {
  const drawer = facts.desks.find(({ name }) => name === desk)?.drawer;
  return (
    <>
      {facts.desks.length > 1 ? (
        <Field
          kind="select"
          label="Desk"
          value={desk}
          error={error}
          onChange={(event) => onChange(event.target.value)}
          data-step="desk"
        >
          {facts.desks.map(({ name }) => (
            <option key={name}>{name}</option>
          ))}
        </Field>
      ) : null}
      {drawer === "open" ? (
        <p className={styles.hint}>
          <StatusMark shape="done">The cash drawer is open</StatusMark>
        </p>
      ) : null}
      {drawer === "none" ? <OpenHere desk={desk} /> : null}
      {drawer === "of an earlier day" ? (
        <p className={styles.hint}>
          <StatusMark shape="act">The drawer of an earlier day is still open</StatusMark>
          <Link to="/staff/drawer" target="_blank">
            Count and close it
          </Link>
        </p>
      ) : null}
    </>
  );
}

function OpenHere({ desk }: { desk: string }) {
  const queries = useQueryClient();
  const task = useTask();
  const [typed, setTyped] = useState("");
  const [reason, setReason] = useState("");
  const open = () =>
    task.run(async () => {
      const countedInPaise = readRupees(typed);
      if (countedInPaise === null) throw new PlainProblem("Enter what is in the drawer, such as 500.");
      await saleClient.openDrawer({ desk, countedInPaise, reason });
      await queries.invalidateQueries({ queryKey: deskKey });
    });
  return (
    <div className={styles.inline}>
      <TaskProblem task={task} />
      <Field
        label="The drawer is not open. Count of today in rupees"
        inputMode="decimal"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        autoComplete="off"
        error={task.fields.countedInPaise}
        data-step="count"
      />
      {task.fields.reason ? (
        <Field
          label="Why is it another sum now"
          value={reason}
          error={task.fields.reason}
          onChange={(event) => setReason(event.target.value)}
          maxLength={300}
          autoComplete="off"
          data-step="reason"
        />
      ) : null}
      <Button look="line" isBusy={task.isBusy} onClick={open} data-step="open">
        Open the drawer
      </Button>
    </div>
  );
}
