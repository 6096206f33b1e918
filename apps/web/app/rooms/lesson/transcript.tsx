import type { WatchPage } from "@shoreline/contract";
import type { Cue } from "@shoreline/domain/captions";
import { memo, useEffect, useRef, useState } from "react";
import { Field } from "../../ui/field.tsx";
import { LoadFailed } from "../../ui/load-failed.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import * as styles from "./recording-page.module.css";
import { clockText } from "./recording-words.ts";

type Props = {
  /** Undefined while they are loaded. */
  lines: Cue[] | undefined;
  hasFailed: boolean;
  onRetry(): void;
  second: number;
  onSeek(second: number): void;
  languages: WatchPage["captions"];
  language: string | undefined;
  onLanguage(language: string): void;
};

export function Transcript({ lines, hasFailed, onRetry, languages, language, onLanguage, ...place }: Props) {
  const [words, setWords] = useState("");
  return (
    <section aria-labelledby="transcript" className={styles.transcript}>
      <h2 id="transcript" className="text-xl">
        Transcript
      </h2>
      {languages.length > 1 ? (
        <Field
          kind="select"
          label="Language"
          value={language}
          onChange={(event) => onLanguage(event.currentTarget.value)}
        >
          {languages.map((one) => (
            <option key={one.language} value={one.language}>
              {one.label}
            </option>
          ))}
        </Field>
      ) : null}
      <Field
        label="Search in this transcript"
        type="search"
        maxLength={100}
        value={words}
        onChange={(event) => setWords(event.currentTarget.value)}
      />
      {lines ? (
        <Lines lines={lines} words={words.trim().toLowerCase()} {...place} />
      ) : hasFailed ? (
        <LoadFailed what="The transcript" onRetry={onRetry} />
      ) : (
        <Skeleton className="h-40" />
      )}
    </section>
  );
}

type LinesProps = Pick<Props, "second" | "onSeek"> & { lines: Cue[]; words: string };

function Lines({ lines, words, second, onSeek }: LinesProps) {
  const box = useRef<HTMLOListElement>(null);
  const current = lines.findLast(({ startsMs }) => startsMs <= second * 1000 + 200);
  const shown = words ? lines.filter(({ text }) => text.toLowerCase().includes(words)) : lines;
  // Only the box moves, never the page; and not while somebody reads or searches in it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another line is current.
  useEffect(() => {
    const list = box.current;
    if (!list || words || list.matches(":hover, :focus-within")) return;
    const line = list.querySelector<HTMLElement>("[aria-current]");
    if (line) list.scrollTop = line.offsetTop - list.offsetTop - list.clientHeight / 3;
  }, [current]);
  return (
    <>
      <p role="status" className={words ? "text-s text-ink-2" : "sr-only"}>
        {words ? (shown.length === 1 ? "1 line" : `${shown.length} lines`) : ""}
      </p>
      <ol className={styles.lines} ref={box}>
        {shown.map((line) => (
          <Line key={`${line.startsMs} ${line.text}`} line={line} isCurrent={line === current} onSeek={onSeek} />
        ))}
      </ol>
    </>
  );
}

type LineProps = { line: Cue; isCurrent: boolean; onSeek(second: number): void };

const Line = memo(function Line({ line: { startsMs, text }, isCurrent, onSeek }: LineProps) {
  const startsAt = startsMs / 1000;
  return (
    <li>
      <button
        type="button"
        className={styles.line}
        aria-current={isCurrent ? "true" : undefined}
        onClick={() => onSeek(startsAt)}
      >
        <time>{clockText(startsAt)}</time>
        <span>{text}</span>
      </button>
    </li>
  );
});
