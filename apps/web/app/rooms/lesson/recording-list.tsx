import type { OwnRecording } from "@shoreline/contract";
import { ApiError } from "@shoreline/contract/client";
import { Link } from "react-router";
import { Empty } from "../../ui/empty.tsx";
import { Icon } from "../../ui/icon.tsx";
import { LoadFailed } from "../../ui/load-failed.tsx";
import { Notice } from "../../ui/message.tsx";
import { ProgressBar } from "../../ui/progress-bar.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { Tag } from "../../ui/tag.tsx";
import * as styles from "./recording-list.module.css";
import { useRecordings } from "./recording-queries.ts";
import { lengthText, recordingPath } from "./recording-words.ts";
import { TranscriptSearch } from "./transcript-search.tsx";

/** The recordings of a course, those of the latest class first. */
export function RecordingList({ courseId }: { courseId: string }) {
  const { data, error, refetch } = useRecordings(courseId);
  if (error instanceof ApiError && error.code === "CLASS_ON_HOLD") return <Notice look="wrong">{error.message}</Notice>;
  if (error && !data) return <LoadFailed what="The recordings" onRetry={refetch} />;
  if (!data) return <Skeleton className="h-40" />;
  if (data.recordings.length === 0)
    return (
      <Empty title="No recordings yet">
        <p className="max-w-prose text-ink-2">When your trainer adds the recording of a class, you find it here.</p>
      </Empty>
    );
  return (
    <>
      {data.recordings.some(({ hasTranscript }) => hasTranscript) ? <TranscriptSearch courseId={courseId} /> : null}
      {data.countsAsAttended ? (
        <p className="max-w-prose text-ink-2">
          A class that you have missed counts as attended when you have watched its recording.
        </p>
      ) : null}
      <ul className={styles.list} aria-label="Recordings">
        {data.recordings.map((one) => (
          <Entry key={one.recordingId} one={one} courseId={courseId} />
        ))}
      </ul>
    </>
  );
}

function Entry({ one, courseId }: { one: OwnRecording; courseId: string }) {
  const { recordingId, name, seconds, percent, isWatched } = one;
  return (
    <li className={styles.entry}>
      <Icon name="play" className={styles.play} />
      <Link to={recordingPath({ courseId, recordingId })} className={styles.name}>
        {name}
      </Link>
      {isWatched ? (
        <Tag look="green">
          <Icon name="check" /> Watched
        </Tag>
      ) : null}
      <p className={styles.about}>
        {[one.class ? `Class ${one.class.number}: ${one.class.topic}` : "For the whole course", lengthText(seconds)]
          .filter(Boolean)
          .join(", ")}
      </p>
      {percent && !isWatched ? (
        <div className={styles.bar}>
          <ProgressBar value={percent} max={100} label={`Watched of ${name}`} />
          <span>{percent} %</span>
        </div>
      ) : null}
    </li>
  );
}
