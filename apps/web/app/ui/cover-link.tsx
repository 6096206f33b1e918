import { Link } from "react-router";
import * as styles from "./cover-link.module.css";
import { part } from "./part.tsx";

/** The link in the heading of a card: it covers the whole card, which is positioned. */
export const CoverLink = part(Link, styles.link);
