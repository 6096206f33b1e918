import type { StaffRecording } from "@shoreline/contract";
import { type FormEvent, type ReactNode, useState } from "react";
import { newId } from "../../lib/submission.ts";
import { type Uploads, useUploads } from "../../lib/use-uploads.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { focusFirstFault } from "../../ui/field.tsx";
import { UploadList } from "../../ui/upload-list.tsx";
import { libraryClient } from "../client.ts";
import { Button, ButtonRow, Field } from "../controls.tsx";
import * as forms from "../forms.module.css";
import { TaskProblem } from "../task-problem.tsx";
import { PlainProblem, useTask } from "../use-task.ts";
import { measureFilm, secondsOf, timeText } from "./film-time.ts";
import { ChapterFields, toChapters, toDraft } from "./recording-chapters.tsx";
import { type RecordingTarget, useShowRecording } from "./recording-queries.ts";
import * as styles from "./recording-section.module.css";

type Shared = { target: RecordingTarget; onDone(news: string): void; onClose(): void };

export function AddRecordingDialog({ target, topic, onDone, onClose }: Shared & { topic: string }) {
  const show = useShowRecording(target);
  // The same form again adds it once.
  const [recordingId] = useState(newId);
  const [length, setLength] = useState("");
  const uploads = useUploads({
    place: "classId" in target ? target.classId : target.courseId,
    start: (file) => libraryClient.startUpload({ ...target, ...file }),
    read: (fileId) => libraryClient.upload({ fileId }),
  });
  const measured: Uploads = {
    ...uploads,
    add: (files) => {
      const [film] = files;
      setLength("");
      if (film) void measureFilm(film).then((seconds) => seconds !== null && setLength(timeText(seconds)));
      uploads.add(film ? [film] : []);
    },
  };
  const [fileId] = uploads.fileIds;
  return (
    <Dialog title="Add a recording" onClose={onClose}>
      <FilmForm
        given={{ name: topic, chapters: topic ? [{ startsAt: 0, title: topic }] : [] }}
        length={length}
        onLength={setLength}
        button="Add the recording"
        onClose={onClose}
        save={async (film) => {
          if (!fileId)
            throw new PlainProblem(
              uploads.items.length === 0
                ? "Choose a video first."
                : "Please wait until the video is uploaded and checked.",
            );
          show(await libraryClient.addRecording({ recordingId, ...target, fileId, ...film }));
          onDone("The recording is added. Learners hear of it with the other news.");
        }}
      >
        <UploadList
          uploads={measured}
          label="Video"
          hint="MP4 or WebM, at most 4 GB."
          most={1}
          accept="video/*,.mp4,.webm,.m4v,.mov"
        />
      </FilmForm>
    </Dialog>
  );
}

export function ChangeRecordingDialog({ target, one, onDone, onClose }: Shared & { one: StaffRecording }) {
  const show = useShowRecording(target);
  const { recordingId, seconds, version } = one;
  const [length, setLength] = useState(seconds === null ? "" : timeText(seconds));
  return (
    <Dialog title="Change the recording" onClose={onClose}>
      <FilmForm
        given={one}
        length={length}
        onLength={setLength}
        button="Save the recording"
        onClose={onClose}
        save={async (film) => {
          show(await libraryClient.changeRecording({ recordingId, version, ...film }));
          onDone("The recording is saved.");
        }}
      />
    </Dialog>
  );
}

type Film = Pick<StaffRecording, "name" | "seconds" | "chapters">;
type FormProps = {
  given: Omit<Film, "seconds">;
  /** As it is typed. */
  length: string;
  onLength(length: string): void;
  button: string;
  children?: ReactNode;
  save(film: Film): Promise<void>;
  onClose(): void;
};

function FilmForm({ given, length, onLength, button, children, save, onClose }: FormProps) {
  const task = useTask();
  const [chapters, setChapters] = useState(() => toDraft(given.chapters));
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const name = String(new FormData(form).get("name") ?? "").trim();
    await task.run(() => save({ name, seconds: readLength(length), chapters: toChapters(chapters) }));
    focusFirstFault(form);
  };
  return (
    <form className={forms.form} onSubmit={submit} noValidate>
      {children}
      <Field label="Name" name="name" maxLength={150} defaultValue={given.name} error={task.fields.name} />
      <Field
        label="Length, such as 1:05:00"
        name="seconds"
        autoComplete="off"
        value={length}
        error={task.fields.seconds}
        onChange={(event) => onLength(event.target.value)}
      />
      {length.trim() === "" ? (
        <p className={styles.facts}>A recording without a length never counts as watched.</p>
      ) : null}
      <ChapterFields chapters={chapters} faults={task.fields} onChange={setChapters} />
      <TaskProblem task={task} />
      <ButtonRow>
        <Button type="submit" isBusy={task.isBusy}>
          {button}
        </Button>
        <Button look="line" onClick={onClose}>
          Cancel
        </Button>
      </ButtonRow>
    </form>
  );
}

/** Null: unknown. What cannot be read is 0, which the server refuses. */
const readLength = (text: string) => (text.trim() === "" ? null : secondsOf(text) || 0);
