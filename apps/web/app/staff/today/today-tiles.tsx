import { StatusMark } from "../status-mark.tsx";
import { tiles } from "../tiles.module.css";
import { Tile } from "../tiles.tsx";
import type { Figure } from "./today-figures.ts";
import * as styles from "./today-tiles.module.css";

/** How much of each waits. Every tile leads to the list that it counts. */
export function TodayTiles({ figures }: { figures: Figure[] }) {
  return (
    <ul className={`${tiles} ${styles.tiles}`} aria-label="How much waits">
      {figures.map(({ part, title, to, count, isZero, shape, text }) => (
        <li key={part}>
          <Tile title={title} value={count} isQuiet={isZero || shape === "off"} to={to}>
            <span className={styles.mark}>
              <StatusMark shape={shape}>{text}</StatusMark>
            </span>
          </Tile>
        </li>
      ))}
    </ul>
  );
}
