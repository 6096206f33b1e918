import type { StaffRecording } from "@shoreline/contract";
import { type FormEvent, useState } from "react";
import { useUploads } from "../../lib/use-uploads.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { Message } from "../../ui/message.tsx";
import { UploadList } from "../../ui/upload-list.tsx";
import { libraryClient } from "../client.ts";
import { Button, ButtonRow, Field, IconButton } from "../controls.tsx";
import * as forms from "../forms.module.css";
import { TaskProblem } from "../task-problem.tsx";
import { PlainProblem, useTask } from "../use-task.ts";
import { counted } from "./class-words.ts";
import { type RecordingTarget, useShowRecording } from "./recording-queries.ts";
import * as styles from "./recording-section.module.css";

/** What is spoken in classes; captions in other languages come from the same list. */
const languages = [
  ...["en English", "hi हिन्दी", "ta தமிழ்", "ml മലയാളം", "te తెలుగు", "kn ಕನ್ನಡ", "mr मराठी", "bn বাংলা"],
  ...["gu ગુજરાતી", "pa ਪੰਜਾਬੀ", "ur اردو", "ar العربية", "fr Français", "de Deutsch"],
].map((one) => ({ language: one.slice(0, 2), label: one.slice(3) }));

type Props = { target: RecordingTarget; one: StaffRecording; onClose(): void };

export function CaptionsDialog({ target, one: { recordingId, name, captions }, onClose }: Props) {
  const show = useShowRecording(target);
  const task = useTask();
  const [news, setNews] = useState("");
  const [language, setLanguage] = useState("en");
  const uploads = useUploads({
    place: `captions ${recordingId}`,
    start: (file) => libraryClient.startUpload({ ...target, ...file }),
    read: (fileId) => libraryClient.upload({ fileId }),
  });
  const [fileId] = uploads.fileIds;
  const add = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { label = "" } = languages.find((known) => known.language === language) ?? {};
    await task.run(async () => {
      if (!fileId)
        throw new PlainProblem(uploads.items.length === 0 ? "Choose a file first." : "Please wait for the upload.");
      show(await libraryClient.addCaptions({ recordingId, fileId, language, label }));
      uploads.clear();
      setNews(`Captions in ${label} are added. Learners find them in the search.`);
    });
  };
  const remove = (known: StaffRecording["captions"][number]) =>
    task.run(async () => {
      show(await libraryClient.removeCaptions({ recordingId, language: known.language }));
      setNews(`Captions in ${known.label} are removed.`);
    });
  return (
    <Dialog title={`Captions of ${name}`} onClose={onClose}>
      <form className={forms.form} onSubmit={add} noValidate>
        <Message notice={news ? { kind: "done", text: news } : null} onDismiss={() => setNews("")} />
        {captions.length > 0 ? (
          <ul className={styles.languages} aria-label="Captions">
            {captions.map((known) => (
              <li key={known.language}>
                <span>
                  {known.label}, {counted(known.lines, "line")}
                </span>
                <IconButton icon="x" label={`Remove captions in ${known.label}`} onClick={() => remove(known)} />
              </li>
            ))}
          </ul>
        ) : (
          <p>No captions yet. They are shown in the recording, as a transcript beside it, and found by the search.</p>
        )}
        <Field
          kind="select"
          label="Language"
          value={language}
          error={task.fields.language}
          onChange={(event) => setLanguage(event.target.value)}
        >
          {languages.map((known) => (
            <option key={known.language} value={known.language}>
              {known.label}
            </option>
          ))}
        </Field>
        <UploadList uploads={uploads} label="File" hint="WebVTT or SubRip, at most 2 MB." most={1} accept=".vtt,.srt" />
        {task.fields.fileId ? (
          <p className={forms.fault} role="alert">
            {task.fields.fileId}
          </p>
        ) : null}
        <TaskProblem task={task} />
        <ButtonRow>
          <Button type="submit" isBusy={task.isBusy}>
            Add the captions
          </Button>
          <Button look="line" onClick={onClose}>
            Close
          </Button>
        </ButtonRow>
      </form>
    </Dialog>
  );
}
