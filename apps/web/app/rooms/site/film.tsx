import { useRef, useState } from "react";
import { Icon } from "../../ui/icon.tsx";
import * as styles from "./film.module.css";

/** The promo film: a picture first; the film loads on play. One button plays and pauses it. */
export function Film({ title }: { title: string }) {
  const film = useRef<HTMLVideoElement>(null);
  const [isPlaying, setPlaying] = useState(false);
  const toggle = () => (isPlaying ? film.current?.pause() : film.current?.play());
  return (
    <figure className={styles.film}>
      <video
        ref={film}
        width="960"
        height="840"
        poster="/pictures/film/poster.webp"
        preload="none"
        loop
        muted
        playsInline
        aria-label={title}
        onPlay={() => setPlaying(true)}
        onPause={() => setPlaying(false)}
      >
        <source src="/pictures/film/film.webm" type="video/webm" />
        <source src="/pictures/film/film.mp4" type="video/mp4" />
      </video>
      <button type="button" className={styles.button} data-playing={isPlaying} onClick={toggle}>
        <Icon name={isPlaying ? "pause" : "play"} />
        <span className="sr-only">
          {isPlaying ? "Pause" : "Play"} the film: {title}
        </span>
      </button>
    </figure>
  );
}
