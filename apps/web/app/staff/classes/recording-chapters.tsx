import type { StaffRecording } from "@shoreline/contract";
import { Button, Field, IconButton } from "../controls.tsx";
import { fault } from "../forms.module.css";
import { StaffIcon } from "../icon.tsx";
import { secondsOf, timeText } from "./film-time.ts";
import * as styles from "./recording-section.module.css";

/** With a key of its own, so that fields keep what is typed when a chapter above is removed. */
export type ChapterDraft = { key: number; time: string; title: string }[];

type Props = { chapters: ChapterDraft; faults: Record<string, string>; onChange(chapters: ChapterDraft): void };

const most = 100;

export function ChapterFields({ chapters, faults, onChange }: Props) {
  const change = (key: number, part: Partial<ChapterDraft[number]>) =>
    onChange(chapters.map((one) => (one.key === key ? { ...one, ...part } : one)));
  const key = Math.max(0, ...chapters.map((one) => one.key)) + 1;
  return (
    <fieldset className={styles.chapters}>
      <legend>Chapters</legend>
      {chapters.map((one, place) => (
        <div key={one.key} className={styles.chapter}>
          <Field
            label="Starts at"
            aria-label={`Start of chapter ${place + 1}`}
            placeholder="1:05"
            value={one.time}
            error={faults[`chapters.${place}.startsAt`]}
            onChange={(event) => change(one.key, { time: event.target.value })}
          />
          <Field
            label="Topic"
            aria-label={`Topic of chapter ${place + 1}`}
            maxLength={120}
            value={one.title}
            error={faults[`chapters.${place}.title`]}
            onChange={(event) => change(one.key, { title: event.target.value })}
          />
          <IconButton
            icon="x"
            label={`Remove chapter ${place + 1}`}
            onClick={() => onChange(chapters.filter((other) => other.key !== one.key))}
          />
        </div>
      ))}
      {faults.chapters ? <p className={fault}>{faults.chapters}</p> : null}
      {chapters.length < most ? (
        <div>
          <Button look="line" onClick={() => onChange([...chapters, { key, time: "", title: "" }])}>
            <StaffIcon name="plus" />
            Add a chapter
          </Button>
        </div>
      ) : null}
    </fieldset>
  );
}

export const toDraft = (chapters: StaffRecording["chapters"]): ChapterDraft =>
  chapters.map(({ startsAt, title }, key) => ({ key, time: timeText(startsAt), title }));

export const toChapters = (draft: ChapterDraft) =>
  draft.map(({ time, title }) => ({ startsAt: secondsOf(time), title }));
