import type { ReviewedQuestion as Reviewed } from "@shoreline/contract";
import { type Outcome, outcomeOf } from "@shoreline/domain/quiz";
import { Icon } from "../../ui/icon.tsx";
import { Tag } from "../../ui/tag.tsx";
import * as styles from "./answered-question.module.css";
import * as list from "./options.module.css";
import { type Place, QuestionFrame } from "./question-frame.tsx";

type ReviewedQuestion = Pick<
  Reviewed,
  "_id" | "question" | "options" | "isCode" | "answer" | "selectedOption" | "explanation"
> & { code: string };

const outcomeNames: Record<Outcome, string> = { correct: "Correct", wrong: "Wrong", skipped: "Skipped" };

/** A question in the review: the chosen option, the correct one, and why. */
export function AnsweredQuestion({ put, ...place }: Place & { put: ReviewedQuestion }) {
  const { answer, selectedOption: selected } = put;
  const outcome = outcomeOf({ answer, selected });
  return (
    <QuestionFrame put={put} {...place} aside={<Tag look={outcome}>{outcomeNames[outcome]}</Tag>}>
      <ul className={list.options} data-options={put.isCode ? "code" : "text"}>
        {put.options.map((option) => (
          <li key={option} className={styles.option} data-verdict={verdictOn(option, put)}>
            <span>{option}</span>
            {option === selected || option === answer ? (
              <b>
                <Icon name={option === answer ? "check" : "x"} />
                {wordOf(option, put)}
              </b>
            ) : null}
          </li>
        ))}
      </ul>
      <p className={styles.explanation}>
        <b>Why</b> {put.explanation}
      </p>
    </QuestionFrame>
  );
}

function verdictOn(option: string, { answer, selectedOption }: ReviewedQuestion) {
  if (option === answer) return "right";
  return option === selectedOption ? "wrong" : undefined;
}

function wordOf(option: string, { answer, selectedOption }: ReviewedQuestion): string {
  if (option !== answer) return "Your answer";
  return option === selectedOption ? "Your answer, correct" : "Correct answer";
}
