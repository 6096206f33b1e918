import { longestText, longestTitle } from "@shoreline/domain/question";
import { type FormEvent, type ReactNode, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { ButtonRow } from "../../ui/button-row.tsx";
import { Field, focusFirstFault } from "../../ui/field.tsx";
import { Message } from "../../ui/message.tsx";
import { Segments } from "../../ui/segments.tsx";
import { useSchedule } from "../schedule/queries.ts";
import { questionClient } from "./client.ts";
import { type One, useQuestionChange, useQuestions } from "./queries.ts";
import { useDraft } from "./use-draft.ts";

type Props = {
  learnerId: string;
  courseId: string;
  classId?: string | undefined;
  isPrivate?: boolean;
  /** Above the fields. */
  children?: ReactNode;
  onAsked(one: One): void;
  onClose(): void;
};

/** The same content again is the same question. */
export function AskForm({ learnerId, courseId, classId = "", isPrivate = false, children, onAsked, onClose }: Props) {
  const { draft, change, attempt, clear } = useDraft(`${learnerId} question`);
  const [chosen, setChosen] = useState({ classId, readers: isPrivate ? "trainer" : "batch" });
  const [missing, setMissing] = useState("");
  const { isBusy, fault, run, dismiss } = useQuestionChange(courseId);
  const { data } = useSchedule(courseId, { isEnabled: true });
  const { data: list } = useQuestions({ courseId, words: "" });
  const classes = (data?.schedules ?? []).filter(({ isCancelled }) => !isCancelled);
  const hasBatch = list?.hasBatch !== false;
  const readers = hasBatch ? chosen.readers : "trainer";
  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const title = draft.title.trim();
    setMissing(title.length < 3 ? "Say in a line what it is about" : "");
    if (title.length < 3) return focusFirstFault(form);
    const one = { courseId, questionId: attempt(JSON.stringify([courseId, draft, chosen])) };
    const asked = {
      ...{ ...one, title, text: draft.text.trim(), isPrivate: readers === "trainer" },
      // Another course may have been chosen since.
      ...(classes.some(({ _id }) => _id === chosen.classId) ? { classId: chosen.classId } : {}),
    };
    if (!(await run(() => questionClient.ask(asked)))) return focusFirstFault(form);
    clear();
    onAsked(one);
  }
  return (
    <form noValidate onSubmit={submit} className="grid gap-5">
      {children}
      <Field
        label="Your question in a line"
        maxLength={longestTitle}
        value={draft.title}
        error={fault?.fields.title ?? missing}
        onChange={(event) => {
          setMissing("");
          change({ title: event.target.value });
        }}
      />
      <Field
        kind="textarea"
        label="More about it, if needed"
        rows={6}
        maxLength={longestText}
        value={draft.text}
        error={fault?.fields.text}
        onChange={(event) => change({ text: event.target.value })}
      />
      <p className="text-s text-ink-2">Put code between two lines with ``` so that it keeps its spaces.</p>
      {classes.length > 0 ? (
        <Field
          kind="select"
          label="About"
          value={chosen.classId}
          error={fault?.fields.classId}
          onChange={(event) => setChosen({ ...chosen, classId: event.target.value })}
        >
          <option value="">The course</option>
          {classes.map(({ _id, number, topic }) => (
            <option key={_id} value={_id}>
              Class {number}: {topic}
            </option>
          ))}
        </Field>
      ) : null}
      {hasBatch ? (
        <Segments
          legend="Who reads it"
          name="readers"
          options={[
            { value: "batch", text: "My batch" },
            { value: "trainer", text: "Only my trainer" },
          ]}
          value={chosen.readers as "batch" | "trainer"}
          onChange={(whose) => setChosen({ ...chosen, readers: whose })}
        />
      ) : null}
      <p className="text-s text-ink-2">
        {readers === "batch" ? "Your batch and your trainer read and answer it." : "Nobody but staff reads it."}
      </p>
      <Message notice={fault ? { kind: "wrong", text: fault.text } : null} onDismiss={dismiss} />
      <ButtonRow>
        <Button type="submit" isBusy={isBusy}>
          Ask
        </Button>
        <Button look="line" onClick={onClose}>
          Cancel
        </Button>
      </ButtonRow>
    </form>
  );
}
