import type { ReactNode } from "react";
import { Plate } from "../../ui/section.tsx";
import { CodeBlock } from "./code-block.tsx";
import * as styles from "./question-frame.module.css";
import { TablesButton } from "./tables.tsx";

type Put = { _id: string; question: string; code: string };
export type Place = { number: number; total: number; hasTables: boolean };

/** What asked and answered questions have in common. */
export function QuestionFrame({
  put,
  number,
  total,
  hasTables,
  aside,
  children,
}: Place & { put: Put; aside: ReactNode; children: ReactNode }) {
  const id = headingId({ number });
  return (
    <article
      id={`question-${number}`}
      className={styles.question}
      tabIndex={-1}
      data-question={put._id}
      aria-labelledby={id}
    >
      <p className={styles.top}>
        <Plate>{number}</Plate>
        <span className="grow text-ink-2">of {total}</span>
        {hasTables && put.code ? <TablesButton /> : null}
        {aside}
      </p>
      <h2 id={id}>
        <span className="sr-only">Question {number}: </span>
        {put.question}
      </h2>
      {put.code ? <CodeBlock html={put.code} /> : null}
      {children}
    </article>
  );
}

export function headingId({ number }: Pick<Place, "number">): string {
  return `question-${number}-title`;
}
