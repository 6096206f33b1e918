import { Link } from "react-router";
import * as styles from "./more.module.css";
import { part } from "./part.tsx";

/** A link that is lighter than a button. */
export const MoreLink = part(Link, styles.more);

export const MoreButton = part("button", styles.more, { type: "button" });
