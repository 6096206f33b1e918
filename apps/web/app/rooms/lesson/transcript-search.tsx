import { ApiError } from "@shoreline/contract/client";
import { type FormEvent, useState } from "react";
import { Link } from "react-router";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { LoadFailed } from "../../ui/load-failed.tsx";
import { MoreButton } from "../../ui/more.tsx";
import * as styles from "./recording-list.module.css";
import { useTranscriptSearch } from "./recording-queries.ts";
import { clockText, recordingPath } from "./recording-words.ts";

/** Finds words in what was said in all recordings of a course. */
export function TranscriptSearch({ courseId }: { courseId: string }) {
  const [words, setWords] = useState("");
  const { data, error, isFetching, refetch } = useTranscriptSearch({ courseId, words });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setWords(String(new FormData(event.currentTarget).get("words") ?? "").trim());
  };
  const fault = error instanceof ApiError ? (error.fields.words ?? error.message) : undefined;
  return (
    <search className="grid gap-3">
      <form className={styles.search} onSubmit={submit} noValidate>
        <Field label="Search in what was said" name="words" type="search" maxLength={200} error={fault} />
        <Button type="submit" look="line" isBusy={isFetching}>
          Search
        </Button>
      </form>
      {error && !fault ? <LoadFailed what="The search" onRetry={refetch} /> : null}
      <div role="status">
        {data ? (
          <p className="flex flex-wrap items-center gap-x-4">
            <span>{countText(data.hits.length, data.hasMore)}</span>
            <MoreButton onClick={() => setWords("")}>Close the search</MoreButton>
          </p>
        ) : null}
      </div>
      {data && data.hits.length > 0 ? (
        <ol className={styles.hits} aria-label="Found">
          {data.hits.map(({ recordingId, name, number, startsAt, text }, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the same words may be said twice in a second.
            <li key={place}>
              <Link to={`${recordingPath({ courseId, recordingId })}?t=${startsAt}`} className={styles.hit}>
                <time>{clockText(startsAt)}</time>
                <span className={styles.said}>{text}</span>
                <span className={styles.where}>{number === null ? name : `Class ${number}: ${name}`}</span>
              </Link>
            </li>
          ))}
        </ol>
      ) : null}
    </search>
  );
}

function countText(count: number, hasMore: boolean): string {
  if (count === 0) return "No match in the transcripts.";
  if (hasMore) return `${count} of many places. Add a word to narrow the search.`;
  return count === 1 ? "1 place" : `${count} places`;
}
