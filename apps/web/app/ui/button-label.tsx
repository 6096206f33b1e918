import * as styles from "./button.module.css";
import type { Look } from "./button.tsx";
import { part } from "./part.tsx";

/** Belongs to a field that is not shown itself, as one that chooses a file. */
export const ButtonLabel = part<"label", Look>("label", styles.button);
