import type { HomeworkPage, WorkPage } from "@shoreline/contract";
import { mostPoints } from "@shoreline/domain/class-homework";
import { type FormEvent, type KeyboardEvent, useRef, useState } from "react";
import { newId } from "../../lib/submission.ts";
import { focusFirstFault } from "../../ui/field.tsx";
import { gradingClient, isRefused } from "../client.ts";
import { Button, ButtonRow, Field } from "../controls.tsx";
import * as forms from "../forms.module.css";
import { TaskProblem } from "../task-problem.tsx";
import { PlainProblem, useTask } from "../use-task.ts";
import * as styles from "./grade.module.css";
import { useRefreshHomework } from "./homework-queries.ts";

type Props = { page: HomeworkPage; work: WorkPage; hasNext: boolean; onDone(news: string): void };
type Outcome = "done" | "given back";

/** What is typed stays when something newer arrives meanwhile: the server refuses, and the page shows it. */
export function GradeForm({ page, work, hasNext, onDone }: Props) {
  const { homeworkId, rubric } = page;
  const { learnerId, revision, versions } = work;
  const task = useTask();
  const refresh = useRefreshHomework();
  const form = useRef<HTMLFormElement>(null);
  const last = work.gradings[0]?.lines ?? [];
  const [points, setPoints] = useState(() => rubric.map((_, at) => String(last[at]?.given ?? "")));
  const [comment, setComment] = useState("");
  const [attempt, setAttempt] = useState({ id: newId(), content: "" });
  const grade = (outcome: Outcome) =>
    task.run(async () => {
      // What is given back has no points yet.
      const given = outcome === "done" ? readPoints(points, rubric.length) : null;
      const content = JSON.stringify([outcome, given, comment, revision]);
      const gradingId = attempt.content === content || !attempt.content ? attempt.id : newId();
      setAttempt({ id: gradingId, content });
      try {
        await gradingClient.grade({ homeworkId, learnerId, gradingId, revision, outcome, points: given, comment });
      } catch (error) {
        if (isRefused(error, "NEWER_WORK")) await refresh();
        throw error;
      }
      await refresh();
      onDone(outcome === "done" ? "graded" : "given back");
    });
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const box = event.currentTarget;
    await grade("done");
    focusFirstFault(box);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) form.current?.requestSubmit();
  };
  const sum = points.reduce((total, one) => total + (Number(one) || 0), 0);
  return (
    <form ref={form} className={forms.form} onSubmit={submit} onKeyDown={onKeyDown} noValidate>
      {rubric.map((line, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two lines may read the same, and they never move.
        <div key={at} className={styles.line}>
          <Field
            label={`${line.text} (0 to ${line.points})`}
            inputMode="numeric"
            value={points[at] ?? ""}
            isWrong={Number(points[at]) > line.points || /\D/.test(points[at] ?? "")}
            onChange={(event) => setPoints(points.with(at, event.target.value))}
          />
        </div>
      ))}
      {rubric.length > 0 ? (
        <p className={styles.sum}>
          {sum} of {mostPoints(rubric)} points
        </p>
      ) : null}
      <Field
        kind="textarea"
        label="Comment"
        rows={5}
        maxLength={4000}
        value={comment}
        error={task.fields.comment}
        onChange={(event) => setComment(event.target.value)}
      />
      <TaskProblem task={task} />
      <ButtonRow>
        <Button type="submit" isBusy={task.isBusy}>
          {hasNext ? "Graded, next" : "Graded"}
        </Button>
        {versions.length > 0 ? (
          <Button look="line" isBusy={task.isBusy} onClick={() => grade("given back")}>
            Give back
          </Button>
        ) : null}
      </ButtonRow>
      <p className={styles.dim}>
        <span className={styles.keys}>Ctrl and Enter grades. </span>
        Giving back asks for another version, and needs a comment.
      </p>
    </form>
  );
}

/** Null where no points are given; all lines or none. */
function readPoints(points: string[], lines: number): number[] | null {
  const typed = points.slice(0, lines).map((one) => one.trim());
  if (typed.every((one) => one === "")) return null;
  if (typed.length < lines || typed.some((one) => !/^\d{1,3}$/.test(one)))
    throw new PlainProblem("Enter whole points in each line, or in none.");
  return typed.map(Number);
}
