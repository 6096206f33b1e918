import type { Site } from "@shoreline/contract";
import { useEffect, useState } from "react";
import { IconButton } from "../../ui/icon-button.tsx";
import { Section, SectionHead } from "../../ui/section.tsx";
import * as styles from "./reviews.module.css";

const intervalInMs = 5000;

/** Changes every five seconds, except while it is paused, or the pointer or the focus is on it. */
export function Reviews({ reviews, number }: { reviews: Site["home"]["reviews"]; number: number }) {
  const [at, setAt] = useState(0);
  const [isHeld, setHeld] = useState(false);
  const [isPaused, setPaused] = useState(false);
  const go = (by: number) => setAt((now) => (now + by + reviews.length) % reviews.length);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a manual choice restarts the five seconds.
  useEffect(() => {
    if (isHeld || isPaused || window.matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const timer = setInterval(() => setAt((now) => (now + 1) % reviews.length), intervalInMs);
    return () => clearInterval(timer);
  }, [isHeld, isPaused, at, reviews.length]);

  return (
    <Section
      aria-labelledby="reviews"
      aria-roledescription="carousel"
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <SectionHead
        id="reviews"
        number={number}
        title="What our students say"
        aside={
          <div className="hidden gap-2 sm:flex">
            <IconButton icon="back" label="Previous review" look="ring" onClick={() => go(-1)} />
            <IconButton icon="arrow" label="Next review" look="ring" onClick={() => go(1)} />
          </div>
        }
      />
      {/* All share one grid cell, so that the tallest sets the height and nothing jumps. */}
      <div className={styles.reviews} aria-live={isHeld ? "polite" : "off"}>
        {reviews.map(({ name, designation, picture, text }, n) => (
          <div key={name} className={styles.review} data-current={n === at} inert={n !== at}>
            <img
              src={picture}
              alt={`Portrait of ${name}`}
              width="200"
              height="240"
              loading="lazy"
              className="rounded-small"
            />
            <div>
              <blockquote className={styles.text}>“{text}”</blockquote>
              <p className="mt-5">
                <b className="block text-l">{name}</b>
                {designation}
              </p>
            </div>
          </div>
        ))}
      </div>
      <div className={styles.dots}>
        <IconButton
          icon={isPaused ? "play" : "pause"}
          label={isPaused ? "Play the reviews" : "Pause the reviews"}
          className={styles.pause}
          onClick={() => setPaused(!isPaused)}
        />
        {reviews.map(({ name }, n) => (
          <button
            key={name}
            type="button"
            className={styles.dot}
            aria-label={`Review ${n + 1} of ${reviews.length}, by ${name}`}
            aria-current={n === at}
            onClick={() => setAt(n)}
          />
        ))}
      </div>
    </Section>
  );
}
