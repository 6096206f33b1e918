import type { OwnWork } from "@shoreline/contract";
import { ApiError } from "@shoreline/contract/client";
import { mostFiles } from "@shoreline/domain/class-homework";
import { type FormEvent, useEffect, useState } from "react";
import { useClassroom } from "../../lib/classroom.ts";
import { formatMoment } from "../../lib/format.ts";
import { forgetDraft, type HomeworkDraft, keepDraft, readDraft } from "../../lib/homework-drafts.ts";
import { errorText } from "../../lib/problem.ts";
import { newId } from "../../lib/submission.ts";
import { unfinishedText } from "../../lib/unfinished-uploads.ts";
import { Button } from "../../ui/button.tsx";
import { card } from "../../ui/card.module.css";
import { Field, focusFirstFault } from "../../ui/field.tsx";
import { FileList } from "../../ui/file-list.tsx";
import { Message } from "../../ui/message.tsx";
import { UploadList } from "../../ui/upload-list.tsx";
import { homeworkClient } from "./client.ts";
import { useShowWork } from "./queries.ts";
import { useOwnUploads } from "./use-own-uploads.ts";

type Props = { courseId: string; work: OwnWork; onNews(text: string): void };
type Kept = NonNullable<HomeworkDraft["files"]>;
/** `isUnfinished`: files are missing, until they are there. */
type Fault = { text: string; fields: Record<string, string>; isUnfinished?: boolean };

const emptyDraft: HomeworkDraft = { text: "", link: "" };

/** What is typed is kept on this device until it is handed in; uploaded files go after a day. Who is asked again begins with the last version. */
export function HandInForm({ courseId, work, onNews }: Props) {
  const { homeworkId, versions, state, isLate } = work;
  const { profile, institute } = useClassroom();
  const of = `${profile._id} ${homeworkId}`;
  const [typed, setDraft] = useState<HomeworkDraft | undefined>(() => readDraft(of));
  const [isOpen, setOpen] = useState<boolean | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<Fault | null>(null);
  const show = useShowWork({ courseId, homeworkId });
  const uploads = useOwnUploads({ courseId, place: `homework ${of}` });
  const [last] = versions;
  const draft = typed ?? (state === "given back" && last ? { text: last.text, link: last.link } : emptyDraft);
  const { files: earlier = [] } = draft;
  const files: Kept = [
    ...earlier,
    ...uploads.items.flatMap(({ fileId, name, bytes }) => (fileId ? [{ fileId, name, bytes }] : [])),
  ];
  const unfinished = unfinishedText(uploads);
  const problem = fault?.isUnfinished ? unfinished : fault?.text;
  const kept = typed?.text || typed?.link || files.length > 0 ? JSON.stringify({ ...draft, files }) : "";
  useEffect(() => {
    if (kept) keepDraft(of, JSON.parse(kept));
    else forgetDraft(of);
  }, [of, kept]);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const [text, link] = [draft.text.trim(), draft.link.trim()];
    const fileIds = files.map(({ fileId }) => fileId);
    if (unfinished) return setFault({ text: "", fields: {}, isUnfinished: true });
    const content = JSON.stringify([text, link, ...fileIds]);
    // The same content again, also after a reload, is the same attempt.
    const attempt = draft.attempt?.content === content ? draft.attempt : { id: newId(), content };
    setDraft({ ...draft, attempt });
    setBusy(true);
    setFault(null);
    try {
      show(await homeworkClient.handIn({ courseId, homeworkId, submissionId: attempt.id, text, link, fileIds }));
      setDraft(undefined);
      setOpen(null);
      uploads.clear();
      onNews("Your homework is handed in.");
    } catch (error) {
      console.warn(error);
      setFault({ text: errorText(error), fields: error instanceof ApiError ? error.fields : {} });
      focusFirstFault(form);
    } finally {
      setBusy(false);
    }
  };
  const isHandedIn = state === "handed in";
  const isShown = !isHandedIn || (isOpen ?? kept !== "");
  return (
    <>
      {isHandedIn && last ? (
        <div className="grid justify-items-start gap-3">
          <p>
            You handed in version {last.version} on {formatMoment(last.at, institute)}.
          </p>
          <Button look="line" aria-expanded={isShown} onClick={() => setOpen(!isShown)}>
            Hand in another version
          </Button>
        </div>
      ) : null}
      {isShown ? (
        <form className={`${card} grid gap-4`} onSubmit={submit} noValidate aria-labelledby="hand-in">
          <h2 id="hand-in" className="text-xl">
            {state === "given back" ? "Hand in again" : last ? "Hand in another version" : "Hand in"}
          </h2>
          {isLate ? <p className="text-coral-ink">The due date is over. This version will be marked as late.</p> : null}
          <Field
            kind="textarea"
            label="Your answer"
            rows={8}
            maxLength={20_000}
            value={draft.text}
            error={fault?.fields.text}
            onChange={(event) => setDraft({ ...draft, text: event.target.value })}
          />
          <Field
            label="Link to your work, if there is one"
            type="url"
            placeholder="https://"
            maxLength={2000}
            value={draft.link}
            error={fault?.fields.link}
            onChange={(event) => setDraft({ ...draft, link: event.target.value })}
          />
          <UploadList
            uploads={uploads}
            label="Files"
            hint={`Up to ${mostFiles} files of 200 MB. Choose the same file again to go on with an upload that was cut off.`}
            most={mostFiles - earlier.length}
          />
          <FileList
            files={earlier}
            onRemove={(fileId) => setDraft({ ...draft, files: earlier.filter((file) => file.fileId !== fileId) })}
          />
          <Message notice={problem ? { kind: "wrong", text: problem } : null} onDismiss={() => setFault(null)} />
          <div>
            <Button type="submit" isBusy={isBusy}>
              Hand in
            </Button>
          </div>
          <p className="text-s text-ink-2">
            You can hand in another version until your trainer has graded it. What you type is kept on this device.
            Uploaded files are kept for one day.
          </p>
        </form>
      ) : null}
    </>
  );
}
