import { part } from "./part.tsx";
import * as styles from "./tag.module.css";

/** A word or two about the thing beside it. */
export const Tag = part<"span", "sea" | "coral" | "green" | "correct" | "wrong" | "skipped">("span", styles.tag);
