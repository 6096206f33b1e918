import type { ReactNode } from "react";
import * as styles from "./tile.module.css";

/** A card of a list: a picture, and a box of text below it. A link in its heading makes all of it answer to the pointer. */
export function Tile({ as: Element = "li", children }: { as?: "li" | "article"; children: ReactNode }) {
  return <Element className={styles.tile}>{children}</Element>;
}
