import type { WatchPage } from "@shoreline/contract";
import { ApiError } from "@shoreline/contract/client";
import { useState } from "react";
import { useSearchParams } from "react-router";
import { Empty } from "../../ui/empty.tsx";
import { Icon } from "../../ui/icon.tsx";
import { LoadFailed } from "../../ui/load-failed.tsx";
import { MoreLink } from "../../ui/more.tsx";
import { ProgressBar } from "../../ui/progress-bar.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { Tag } from "../../ui/tag.tsx";
import { Chapters } from "./recording-chapters.tsx";
import * as styles from "./recording-page.module.css";
import { RecordingPlayer } from "./recording-player.tsx";
import { useCaptions, useRecording } from "./recording-queries.ts";
import { lengthText, recordingPath } from "./recording-words.ts";
import { Transcript } from "./transcript.tsx";
import { useFilm } from "./use-film.ts";

type Props = { courseId: string; recordingId: string };

export const meta = () => [{ title: "Recording" }, { name: "robots", content: "noindex" }];

export default function RecordingPage({ params: { courseId, recordingId } }: { params: Props }) {
  return <Recording key={recordingId} courseId={courseId} recordingId={recordingId} />;
}

function Recording(one: Props) {
  const { data, error, refetch } = useRecording(one);
  const back = (
    <MoreLink to={`/dashboard/learn/${encodeURIComponent(one.courseId)}?part=recordings`}>
      <Icon name="back" /> All recordings
    </MoreLink>
  );
  if (error instanceof ApiError && error.status < 500)
    return (
      <>
        <h1>Recording</h1>
        <Empty title="This recording cannot be opened">
          <p className="max-w-prose text-ink-2">{error.message}</p>
          {back}
        </Empty>
      </>
    );
  if (error && !data) return <LoadFailed what="The recording" onRetry={refetch} />;
  if (!data) return <Skeleton className="h-80" />;
  return (
    <>
      {back}
      <Opened {...one} page={data} />
    </>
  );
}

function Opened({ page, courseId, recordingId }: Props & { page: WatchPage }) {
  const [search] = useSearchParams();
  const asked = /^\d{1,6}$/.test(search.get("t") ?? "") ? Number(search.get("t")) : null;
  const film = useFilm({ page, courseId, startsAt: asked });
  const [language, setLanguage] = useState(page.captions[0]?.language);
  const captions = useCaptions({ courseId, recordingId, language });
  const name = page.captions.find((one) => one.language === language);
  return (
    <>
      <div className="grid gap-2">
        <h1 className="break-words">{page.name}</h1>
        <p className="text-ink-2">
          {[page.course, page.class ? `class ${page.class.number}: ${page.class.topic}` : "", lengthText(page.seconds)]
            .filter(Boolean)
            .join(", ")}
        </p>
      </div>
      <div className={styles.columns} data-has-transcript={page.captions.length > 0}>
        <div className={styles.film}>
          <RecordingPlayer
            film={film}
            page={page}
            captions={name && captions.data ? { ...name, vtt: captions.data.vtt } : null}
          />
          <Watched page={page} film={film} />
          <Chapters chapters={page.chapters} second={film.second} onSeek={film.seek} />
        </div>
        {page.captions.length > 0 ? (
          <Transcript
            lines={captions.data?.lines}
            hasFailed={captions.isError}
            onRetry={captions.refetch}
            second={film.second}
            onSeek={film.seek}
            languages={page.captions}
            language={language}
            onLanguage={setLanguage}
          />
        ) : null}
      </div>
      <nav className={styles.others} aria-label="Other recordings">
        {page.before ? (
          <MoreLink to={recordingPath({ courseId, recordingId: page.before.recordingId })}>
            <Icon name="back" /> Before: {page.before.name}
          </MoreLink>
        ) : null}
        {page.after ? (
          <MoreLink to={recordingPath({ courseId, recordingId: page.after.recordingId })}>
            Next: {page.after.name} <Icon name="arrow" />
          </MoreLink>
        ) : null}
      </nav>
    </>
  );
}

function Watched({ page, film }: { page: WatchPage; film: ReturnType<typeof useFilm> }) {
  const { percent, isWatched, isAttended } = film.watched;
  return (
    <div className={styles.watched}>
      {percent === null || isWatched ? null : (
        <>
          <ProgressBar value={percent} max={100} label="Watched so far" />
          <span>{percent} % watched</span>
        </>
      )}
      {page.countsAsAttended && !isWatched ? (
        <span>Watch {page.asksPercent} % of it, and the class counts as attended.</span>
      ) : null}
      <div role="status" className={styles.watched}>
        {isWatched ? (
          <Tag look="green">
            <Icon name="check" /> Watched
          </Tag>
        ) : null}
        {isAttended ? <span>The class counts as attended.</span> : null}
      </div>
    </div>
  );
}
