import type { Brand } from "@shoreline/contract";
import { useRef, useState } from "react";
import { Icon } from "../../ui/icon.tsx";
import * as styles from "./film.module.css";

type BrandFilm = NonNullable<Brand["film"]>;

/** The promo film: a picture first; the film loads on play. One button plays and pauses it. */
export function Film({ title, film: { mp4, webm, poster } }: { title: string; film: BrandFilm }) {
  const video = useRef<HTMLVideoElement>(null);
  const [isPlaying, setPlaying] = useState(false);
  const toggle = () => (isPlaying ? video.current?.pause() : video.current?.play());
  return (
    <figure className={styles.film}>
      <link rel="preload" as="image" href={poster} fetchPriority="high" />
      <video
        ref={video}
        width="960"
        height="840"
        poster={poster}
        preload="none"
        loop
        muted
        playsInline
        aria-label={title}
        onPlay={() => setPlaying(true)}
        onPause={() => setPlaying(false)}
      >
        {webm ? <source src={webm} type="video/webm" /> : null}
        <source src={mp4} type="video/mp4" />
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
