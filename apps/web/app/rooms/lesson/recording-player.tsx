import type { WatchPage } from "@shoreline/contract";
import { speeds } from "@shoreline/domain/watching";
import { type KeyboardEvent, useEffect, useState } from "react";
import { read, write } from "../../lib/storage.ts";
import { Message } from "../../ui/message.tsx";
import { MoreButton } from "../../ui/more.tsx";
import { Segments } from "../../ui/segments.tsx";
import * as styles from "./recording-page.module.css";
import { clockText } from "./recording-words.ts";
import type { useFilm } from "./use-film.ts";

type Captions = { language: string; label: string; vtt: string };
type Props = { film: ReturnType<typeof useFilm>; page: WatchPage; captions: Captions | null };

const jump = 10;
const captionsKey = "film-captions";

/** The player of the browser, with what it lacks around it. */
export function RecordingPlayer({ film, page, captions }: Props) {
  const { video, link, problem, speed, begin, events, changeSpeed, seek, tryAgain } = film;
  const onKeyDown = (event: KeyboardEvent<HTMLVideoElement>) => {
    const { currentTarget, key } = event;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    // Space and arrows are the browser's own, which also serve its buttons.
    if (key === "k") void (currentTarget.paused ? currentTarget.play() : currentTarget.pause());
    else if (key === "j") seek(Math.max(0, currentTarget.currentTime - jump));
    else if (key === "l") seek(currentTarget.currentTime + jump);
  };
  return (
    <div className={styles.player}>
      <video
        ref={video}
        className={styles.video}
        src={link}
        controls
        preload="metadata"
        playsInline
        aria-label={page.name}
        onKeyDown={onKeyDown}
        {...events}
      >
        <Track key={captions?.language} captions={captions} />
      </video>
      <Message
        notice={
          problem ? { kind: "wrong", text: problem, more: <MoreButton onClick={tryAgain}>Try again</MoreButton> } : null
        }
        onDismiss={tryAgain}
      />
      {begin > 0 ? (
        <p className={styles.resumed}>
          It goes on at {clockText(begin)}.<MoreButton onClick={() => seek(0)}>From the beginning</MoreButton>
        </p>
      ) : null}
      <div className={styles.controls}>
        <Segments
          legend="Speed"
          name="speed"
          options={speeds.map((value) => ({ value: String(value), text: `${value}×` }))}
          value={String(speed)}
          onChange={(value) => changeSpeed(Number(value))}
        />
        {page.captions.length > 0 ? <CaptionSwitch film={film} isReady={captions !== null} /> : null}
      </div>
      <p className={styles.keys}>
        With the recording in focus: <kbd>K</kbd> or <kbd>Space</kbd> plays and pauses, <kbd>J</kbd> and <kbd>L</kbd> go{" "}
        {jump} seconds back and on.
      </p>
    </div>
  );
}

/** As an address in memory: a track sends no token. */
function Track({ captions }: { captions: Captions | null }) {
  const [address, setAddress] = useState("");
  const vtt = captions?.vtt;
  useEffect(() => {
    if (vtt === undefined) return;
    const made = URL.createObjectURL(new Blob([vtt], { type: "text/vtt" }));
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [vtt]);
  if (!captions || !address) return null;
  return <track kind="captions" src={address} srcLang={captions.language} label={captions.label} />;
}

/** Off until somebody wants them; then also in the next film. The player has a button of its own, and both agree. */
function CaptionSwitch({ film: { video }, isReady }: { film: Props["film"]; isReady: boolean }) {
  const [isOn, setOn] = useState(() => read("localStorage", captionsKey) === "on");
  useEffect(() => {
    const tracks = video.current?.textTracks;
    if (!tracks || !isReady) return;
    const show = () => {
      for (const track of tracks) track.mode = isOn ? "showing" : "hidden";
    };
    const onChange = () => setOn([...tracks].some(({ mode }) => mode === "showing"));
    show();
    tracks.addEventListener("addtrack", show);
    tracks.addEventListener("change", onChange);
    return () => {
      tracks.removeEventListener("addtrack", show);
      tracks.removeEventListener("change", onChange);
    };
  }, [video, isReady, isOn]);
  const change = (next: boolean) => {
    setOn(next);
    write("localStorage", captionsKey, next ? "on" : "off");
  };
  return (
    <label className={styles.captions}>
      <input type="checkbox" checked={isOn} onChange={(event) => change(event.currentTarget.checked)} />
      Captions
    </label>
  );
}
