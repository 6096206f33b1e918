import type { WatchPage } from "@shoreline/contract";
import { type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { reportClient } from "./recording-client.ts";
import { useRefreshRecordings } from "./recording-queries.ts";
import { createWatchLog } from "./watch-log.ts";

const everyMs = 15_000;

type Given = { page: WatchPage; courseId: string; video: RefObject<HTMLVideoElement | null> };

/** Tells the server what was played: every quarter of a minute, when the film stops, and when the page goes away. */
export function useWatchReports({ page, courseId, video }: Given) {
  const { recordingId, percent, isWatched } = page;
  const [watched, setWatched] = useState({ percent, isWatched, isAttended: false });
  const [log] = useState(createWatchLog);
  const place = useRef(page.position);
  const refresh = useRef(useRefreshRecordings(courseId));

  const send = useCallback(async () => {
    const parts = log.take();
    const position = Math.round(place.current);
    if (parts.length === 0) return;
    try {
      const answer = await reportClient.watch({ courseId, recordingId, position, parts });
      setWatched((before) => ({ ...answer, isAttended: answer.isAttended || before.isAttended }));
      refresh.current();
    } catch (error) {
      console.warn(error);
      log.giveBack(parts);
    }
  }, [log, courseId, recordingId]);

  useEffect(() => {
    const timer = setInterval(() => {
      if (video.current && !video.current.paused) void send();
    }, everyMs);
    const onHide = () => document.visibilityState === "hidden" && void send();
    document.addEventListener("visibilitychange", onHide);
    addEventListener("pagehide", send);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", onHide);
      removeEventListener("pagehide", send);
      void send();
    };
  }, [send, video]);

  const playAt = (second: number) => {
    place.current = second;
    log.playAt(second);
  };
  return { watched, send, playAt, stop: log.stop };
}
