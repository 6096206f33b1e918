import type { WatchPage } from "@shoreline/contract";
import * as styles from "./recording-page.module.css";
import { clockText } from "./recording-words.ts";

type Props = { chapters: WatchPage["chapters"]; second: number; onSeek(second: number): void };

export function Chapters({ chapters, second, onSeek }: Props) {
  if (chapters.length === 0) return null;
  const now = chapters.findLast(({ startsAt }) => startsAt <= second + 0.2);
  return (
    <section aria-labelledby="chapters">
      <h2 id="chapters" className="mb-2 text-xl">
        Chapters
      </h2>
      <ol className={styles.chapters}>
        {chapters.map((chapter) => (
          <li key={chapter.startsAt}>
            <button
              type="button"
              className={styles.line}
              aria-current={chapter === now ? "true" : undefined}
              onClick={() => onSeek(chapter.startsAt)}
            >
              <time>{clockText(chapter.startsAt)}</time>
              <span>{chapter.title}</span>
            </button>
          </li>
        ))}
      </ol>
    </section>
  );
}
