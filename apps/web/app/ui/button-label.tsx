import * as styles from "./button.module.css";
import type { Look } from "./button.tsx";
import { part } from "./part.tsx";

/** The label of a hidden field, such as a file field, drawn as a button. */
export const ButtonLabel = part<"label", Look>("label", styles.button);
