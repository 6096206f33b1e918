import { part } from "./part.tsx";
import * as styles from "./skeleton.module.css";

/** Stands where something is on its way, about as large. */
export const Skeleton = part("div", styles.skeleton);
