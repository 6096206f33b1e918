import { Link } from "react-router";
import { StatusMark } from "../status-mark.tsx";
import type { Figure } from "./today-figures.ts";
import * as styles from "./today-tiles.module.css";

/** How much of each waits. Every tile leads to the list that it counts. */
export function TodayTiles({ figures }: { figures: Figure[] }) {
  return (
    <ul className={styles.tiles} aria-label="How much waits">
      {figures.map((figure) => (
        <li key={figure.part}>
          <Tile {...figure} />
        </li>
      ))}
    </ul>
  );
}

function Tile({ title, to, count, isZero, shape, text }: Figure) {
  return (
    <Link to={to} className={styles.tile}>
      <span className={styles.title}>{title}</span>
      <span className={styles.count} data-quiet={isZero || shape === "off"}>
        {count}
      </span>
      <span className={styles.mark}>
        <StatusMark shape={shape}>{text}</StatusMark>
      </span>
    </Link>
  );
}
