import type { StaffRecording } from "@shoreline/contract";
import { type ReactNode, useState } from "react";
import { sizeText } from "../../ui/file-list.tsx";
import { libraryClient } from "../client.ts";
import { ConfirmDialog } from "../confirm-dialog.tsx";
import { Button, ButtonRow } from "../controls.tsx";
import { StaffIcon } from "../icon.tsx";
import { LoadProblem } from "../load-problem.tsx";
import { PageSection } from "../page-head.tsx";
import { counted } from "./class-words.ts";
import { timeText } from "./film-time.ts";
import { CaptionsDialog } from "./recording-captions-dialog.tsx";
import { AddRecordingDialog, ChangeRecordingDialog } from "./recording-dialog.tsx";
import { type RecordingTarget, useRecordings, useRefreshRecordings } from "./recording-queries.ts";
import * as styles from "./recording-section.module.css";

type Props = {
  title?: string;
  target: RecordingTarget;
  /** What chapters are called at first. */
  topic: string;
  onNews(text: string): void;
  /** A recording that lies elsewhere. */
  elsewhere?: { count: number; part: ReactNode };
};

/** The films of a class or a course. */
export function RecordingSection({ title = "Recordings", target, topic, onNews, elsewhere }: Props) {
  const { data, error, refetch } = useRecordings(target);
  const [isOpen, setOpen] = useState(false);
  const recordings = data?.recordings ?? [];
  const count = recordings.length + (elsewhere?.count ?? 0);
  return (
    <PageSection id="recording" title={title} {...(data ? { count } : {})}>
      {error && !data ? <LoadProblem what="The recordings" error={error} onRetry={refetch} /> : null}
      {data && count === 0 && !data.mayChange ? <p>None</p> : null}
      {recordings.length > 0 ? (
        <ul className={styles.list}>
          {recordings.map((one) => (
            <Entry
              key={one.recordingId}
              one={one}
              target={target}
              mayChange={data?.mayChange ?? false}
              onNews={onNews}
            />
          ))}
        </ul>
      ) : null}
      {data?.mayChange ? (
        <div>
          <Button look="line" onClick={() => setOpen(true)}>
            <StaffIcon name="plus" />
            Add a recording
          </Button>
        </div>
      ) : null}
      {elsewhere?.part}
      {isOpen ? (
        <AddRecordingDialog
          target={target}
          topic={topic}
          onDone={(text) => {
            setOpen(false);
            onNews(text);
          }}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </PageSection>
  );
}

type EntryProps = Pick<Props, "target" | "onNews"> & { one: StaffRecording; mayChange: boolean };

function Entry({ one, target, mayChange, onNews }: EntryProps) {
  const { recordingId, name, seconds, bytes, watchers, chapters, captions, link } = one;
  const [open, setOpen] = useState<"play" | "change" | "captions" | "remove" | null>(null);
  const refresh = useRefreshRecordings(target);
  const close = () => setOpen(null);
  const finish = (news: string) => {
    close();
    onNews(news);
  };
  const facts = [
    seconds === null ? "length unknown" : timeText(seconds),
    sizeText(bytes),
    counted(chapters.length, "chapter"),
    captions.length > 0 ? `captions: ${captions.map(({ label }) => label).join(", ")}` : "no captions",
    `watched by ${counted(watchers, "learner")}`,
  ];
  return (
    <li>
      <b className={styles.name}>{name}</b>
      <span className={styles.facts}>{facts.join(", ")}</span>
      {open === "play" ? (
        // biome-ignore lint/a11y/useMediaCaption: a look at the film by who has made it; learners have its captions.
        <video className={styles.film} src={link} controls preload="metadata" playsInline aria-label={name} />
      ) : null}
      <ButtonRow>
        <Button look="line" onClick={() => setOpen(open === "play" ? null : "play")}>
          {open === "play" ? "Close the recording" : "Play"}
          <span className="sr-only"> {name}</span>
        </Button>
        {mayChange ? (
          <>
            <Button look="line" onClick={() => setOpen("change")}>
              Change<span className="sr-only"> {name}</span>
            </Button>
            <Button look="line" onClick={() => setOpen("captions")}>
              Captions<span className="sr-only"> of {name}</span>
            </Button>
            <Button look="danger-line" onClick={() => setOpen("remove")}>
              Remove<span className="sr-only"> {name}</span>
            </Button>
          </>
        ) : null}
      </ButtonRow>
      {open === "change" ? <ChangeRecordingDialog target={target} one={one} onDone={finish} onClose={close} /> : null}
      {open === "captions" ? <CaptionsDialog target={target} one={one} onClose={close} /> : null}
      {open === "remove" ? (
        <ConfirmDialog
          title="Remove the recording"
          text={`“${name}” has ${sizeText(bytes)}. ${watchers === 0 ? "Nobody has watched it yet." : `${counted(watchers, "learner")} ${watchers === 1 ? "has" : "have"} watched it.`} Its captions and what is known about who has watched it go with it. Attendance stays.`}
          button="Remove the recording"
          isHard
          run={async () => {
            await libraryClient.removeRecording({ recordingId, watchers });
            await refresh();
            finish("The recording is removed.");
          }}
          onClose={close}
        />
      ) : null}
    </li>
  );
}
