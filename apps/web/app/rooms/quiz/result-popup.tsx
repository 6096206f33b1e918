import { emailHint, resultNameHint } from "@shoreline/domain/hints";
import { gradeQuiz, percentage, resultChecks } from "@shoreline/domain/quiz";
import { type ChangeEvent, type FormEvent, useState } from "react";
import { useNavigate } from "react-router";
import { formClient } from "../../lib/learner.ts";
import { prefill } from "../../lib/prefill.ts";
import { readForm, useSubmission } from "../../lib/submission.ts";
import { Button } from "../../ui/button.tsx";
import { Field, focusFirstFault } from "../../ui/field.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Message, type NoticeContent } from "../../ui/message.tsx";
import { beginAttempt } from "./attempt.ts";
import { Popup } from "./popup.tsx";
import * as styles from "./result-popup.module.css";
import { ScoreBar } from "./score-bar.tsx";
import type { Sent } from "./sent-result.tsx";
import type { QuizState } from "./store.ts";

type Name = keyof typeof resultChecks;
type Faults = { [Field in Name]?: string | undefined };
type Props = { state: QuizState; languageName: string; attemptKey: string; onClose(): void };

/** Kept until the page is left, also while the popup is closed. */
const typed = { username: "", email: "" };

/** Shows the score at once, and sends the full result by mail. */
export default function ResultPopup({ state, languageName, attemptKey, onClose }: Props) {
  const navigate = useNavigate();
  const { isBusy, waiting, send } = useSubmission();
  const [faults, setFaults] = useState<Faults>({});
  const [notice, setNotice] = useState<NoticeContent | null>(null);
  // Each press shakes every invalid field again.
  const [presses, setPresses] = useState(0);
  const grade = gradeQuiz(state.resultInfo);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const values = readForm(form, ["username", "email"]);
    const found: Faults = {};
    for (const name of ["username", "email"] as const)
      if (!resultChecks[name].isFine(values[name])) found[name] = resultChecks[name].message;
    setNotice(null);
    setFaults(found);
    setPresses(presses + 1);
    if (Object.keys(found).length > 0) return focusFirstFault(form);
    const result = {
      ...values,
      correct: grade.correct,
      wrong: grade.wrong,
      skiped: grade.skipped,
      totalQuestion: grade.total,
      collectionId: state.collection,
      topic: state.topic,
      answerKey: state.questions.map(({ _id, selectedOpition }) => ({ _id, selectedOption: selectedOpition })),
    };
    let resultId = "";
    const outcome = await send(
      result,
      async ({ attemptId }) => {
        ({ resultId } = await formClient.quiz.submit({ ...result, attemptId }));
      },
      "always",
    );
    if (!outcome.isSent) {
      setFaults(outcome.fields);
      return setNotice({ kind: "wrong", text: outcome.text });
    }
    beginAttempt(attemptKey);
    onClose();
    const sent: Sent = { resultId, email: values.email };
    navigate("/mcq", { replace: true, state: { sent } });
  }

  const field = (name: Name) => ({
    name,
    error: faults[name],
    defaultValue: typed[name],
    onChange: (event: ChangeEvent<HTMLInputElement>) => {
      typed[name] = event.currentTarget.value;
      setFaults({ ...faults, [name]: undefined });
    },
  });

  return (
    <Popup title={`${grade.correct} of ${grade.total} correct, ${percentage(grade)}%`} onClose={onClose}>
      <p className="text-s text-ink-2">
        {languageName}, {state.topic}
      </p>
      <ScoreBar grade={grade} />
      <form
        noValidate
        aria-label="Get your result"
        onSubmit={submit}
        onFocus={prefill}
        className={styles.form}
        data-presses={presses % 2}
      >
        <Field label="Name" autoComplete="name" maxLength={60} hint={resultNameHint} {...field("username")} />
        <Field label="E-mail" type="email" autoComplete="email" maxLength={254} hint={emailHint} {...field("email")} />
        <p className="text-s text-ink-2">
          We send the full review to this address. By submitting you agree to our{" "}
          <a href="/privacy-policy" target="_blank" rel="noreferrer">
            privacy policy
          </a>
          .
        </p>
        <Message notice={waiting ?? notice} onDismiss={() => setNotice(null)} />
        <Button type="submit" isBusy={isBusy}>
          Get Result {isBusy ? null : <Icon name="arrow" />}
        </Button>
      </form>
    </Popup>
  );
}
