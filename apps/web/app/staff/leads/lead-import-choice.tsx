import { type DragEvent, useId, useState } from "react";
import { saveFile } from "../../lib/save-file.ts";
import { StaffIcon } from "../icon.tsx";
import * as styles from "./lead-import-choice.module.css";
import { sampleFile } from "./lead-import-file.ts";

type Props = { isAgain: boolean; isBusy: boolean; onChoose(file: File): void };

/** A file is chosen by its button or dropped. */
export function ImportChoice({ isAgain, isBusy, onChoose }: Props) {
  const id = useId();
  const [isOver, setOver] = useState(false);
  const choose = (files: FileList | null) => {
    const [file] = files ?? [];
    if (file && !isBusy) onChoose(file);
  };
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    choose(event.dataTransfer.files);
  };
  return (
    <div className={styles.choice}>
      {isAgain ? null : (
        <p id={`${id}-hint`}>
          The first line of the file has the headings: Name, and Mobile or E-mail. Course, Note, Tags and Campaign are
          imported too. You see what will happen before anything is imported.
        </p>
      )}
      <label
        className={styles.box}
        data-over={isOver}
        data-small={isAgain}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={onDrop}
      >
        <input
          type="file"
          accept=".csv,.tsv,.txt,text/csv"
          className="sr-only"
          aria-describedby={isAgain ? undefined : `${id}-hint`}
          aria-disabled={isBusy}
          onChange={({ currentTarget }) => {
            choose(currentTarget.files);
            // Without this, choosing the corrected file of the same name would change nothing.
            currentTarget.value = "";
          }}
        />
        <StaffIcon name="import" />
        <span>
          {isBusy ? (
            "Please wait…"
          ) : (
            <>
              <b>{isAgain ? "Choose another CSV file" : "Choose a CSV file"}</b> or drop it here
            </>
          )}
        </span>
      </label>
      {isAgain ? null : (
        <button type="button" className={styles.sample} onClick={() => saveFile(sampleFile)}>
          Download a sample file
        </button>
      )}
    </div>
  );
}
