import type { WatchPage } from "@shoreline/contract";
import { speeds } from "@shoreline/domain/watching";
import { useCallback, useEffect, useRef, useState } from "react";
import { read, write } from "../../lib/storage.ts";
import { recordingClient } from "./recording-client.ts";
import { useWatchReports } from "./use-watch-reports.ts";

const speedKey = "film-speed";
/** Who left off so near the end begins again. */
const nearEndSeconds = 5;

type Given = {
  page: WatchPage;
  courseId: string;
  /** A second that the address asks for. */
  startsAt: number | null;
};

/** A film with its place, its speed and its link, which ends after some hours. */
export function useFilm({ page, courseId, startsAt }: Given) {
  const { recordingId, seconds, position } = page;
  const video = useRef<HTMLVideoElement>(null);
  const [link, setLink] = useState(page.link);
  const [problem, setProblem] = useState("");
  const [second, setSecond] = useState(0);
  const [speed, setSpeed] = useState(readSpeed);
  const begin = startsAt ?? (seconds !== null && position >= seconds - nearEndSeconds ? 0 : position);
  // Where to go on when the film is loaded, at first and again after its link has ended.
  const goesOn = useRef({ at: begin, isPlaying: false });
  const reports = useWatchReports({ page, courseId, video });

  const seek = useCallback((to: number) => {
    if (!video.current) return;
    goesOn.current.at = to;
    video.current.currentTime = to;
    setSecond(to);
  }, []);

  // The address of another place in the same film, such as from a search.
  useEffect(() => {
    if (startsAt !== null) seek(startsAt);
  }, [startsAt, seek]);

  const onLoaded = () => {
    const film = video.current;
    if (!film) return;
    film.playbackRate = speed;
    if (goesOn.current.at > 0) film.currentTime = goesOn.current.at;
    if (goesOn.current.isPlaying) void film.play().catch(() => {});
    goesOn.current.isPlaying = false;
  };

  const isRenewing = useRef(false);
  /** The link has ended, or the network is gone: a new link goes on at the same place. */
  const onError = async () => {
    const film = video.current;
    if (!film || isRenewing.current) return;
    isRenewing.current = true;
    goesOn.current = { at: film.currentTime || goesOn.current.at, isPlaying: !film.paused };
    try {
      const next = await recordingClient.recording({ courseId, recordingId });
      if (next.link === link) setProblem("The recording cannot be played just now. Please check your network.");
      else {
        setProblem("");
        setLink(next.link);
      }
    } catch (error) {
      console.warn(error);
      setProblem(error instanceof Error ? error.message : "The recording cannot be played.");
    } finally {
      isRenewing.current = false;
    }
  };

  /** The time of the film has gone on a little since it was told last. */
  const report = () => {
    if (video.current && !video.current.seeking) reports.playAt(video.current.currentTime);
    void reports.send();
  };

  const tryAgain = () => {
    setProblem("");
    video.current?.load();
  };

  const changeSpeed = (next: number) => {
    setSpeed(next);
    write("localStorage", speedKey, String(next));
    if (video.current) video.current.playbackRate = next;
  };

  return {
    ...{ video, link, problem, second, speed, begin, seek, changeSpeed, tryAgain, watched: reports.watched },
    events: {
      onLoadedMetadata: onLoaded,
      onError,
      onTimeUpdate: () => {
        const film = video.current;
        if (!film) return;
        setSecond(film.currentTime);
        if (!film.paused && !film.seeking) {
          goesOn.current.at = film.currentTime;
          reports.playAt(film.currentTime);
        }
      },
      onSeeking: reports.stop,
      onPause: report,
      onEnded: report,
    },
  };
}

function readSpeed(): number {
  const kept = Number(read("localStorage", speedKey));
  return speeds.includes(kept) ? kept : 1;
}
