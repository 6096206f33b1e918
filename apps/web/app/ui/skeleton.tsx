import { part } from "./part.tsx";
import * as styles from "./skeleton.module.css";

/** A placeholder of about the right size while something loads. */
export const Skeleton = part("div", styles.skeleton);
