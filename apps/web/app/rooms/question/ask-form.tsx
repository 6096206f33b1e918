import { longestText, longestTitle } from "@shoreline/domain/question";
import { type FormEvent, type ReactNode, useRef, useState } from "react";
import { newId } from "../../lib/submission.ts";
import { Button } from "../../ui/button.tsx";
import { ButtonRow } from "../../ui/button-row.tsx";
import { Field, focusFirstFault } from "../../ui/field.tsx";
import { Message } from "../../ui/message.tsx";
import { Segments } from "../../ui/segments.tsx";
import { useSchedule } from "../schedule/queries.ts";
import { questionClient } from "./client.ts";
import { type One, useQuestionChange, useQuestions } from "./queries.ts";

type Props = {
  courseId: string;
  classId?: string | undefined;
  isPrivate?: boolean;
  /** Above the fields. */
  children?: ReactNode;
  onAsked(one: One): void;
  onClose(): void;
};

/** The same content again is the same question. */
export function AskForm({ courseId, classId = "", isPrivate = false, children, onAsked, onClose }: Props) {
  const [draft, setDraft] = useState({ title: "", text: "", classId, readers: isPrivate ? "trainer" : "batch" });
  const [missing, setMissing] = useState("");
  const attempt = useRef({ id: "", content: "" });
  const { isBusy, fault, run, dismiss } = useQuestionChange(courseId);
  const { data } = useSchedule(courseId, { isEnabled: true });
  const { data: list } = useQuestions({ courseId, words: "" });
  const classes = (data?.schedules ?? []).filter(({ isCancelled }) => !isCancelled);
  const hasBatch = list?.hasBatch !== false;
  const readers = hasBatch ? draft.readers : "trainer";
  const change = (part: Partial<typeof draft>) => setDraft({ ...draft, ...part });
  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const title = draft.title.trim();
    setMissing(title.length < 3 ? "Say in a line what it is about" : "");
    if (title.length < 3) return focusFirstFault(form);
    const content = JSON.stringify([courseId, draft]);
    if (attempt.current.content !== content) attempt.current = { id: newId(), content };
    const one = { courseId, questionId: attempt.current.id };
    const asked = {
      ...{ ...one, title, text: draft.text.trim(), isPrivate: readers === "trainer" },
      // Another course may have been chosen since.
      ...(classes.some(({ _id }) => _id === draft.classId) ? { classId: draft.classId } : {}),
    };
    if (await run(() => questionClient.ask(asked))) onAsked(one);
    else focusFirstFault(form);
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
          value={draft.classId}
          error={fault?.fields.classId}
          onChange={(event) => change({ classId: event.target.value })}
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
          value={draft.readers as "batch" | "trainer"}
          onChange={(chosen) => change({ readers: chosen })}
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
