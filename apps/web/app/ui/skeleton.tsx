import type { ComponentProps } from "react";
import { part } from "./part.tsx";
import * as styles from "./skeleton.module.css";

const Box = part("div", styles.skeleton);

/** A placeholder of about the right size while something loads. A page that has one from the server wakes up at once. */
export function Skeleton(props: ComponentProps<typeof Box>) {
  return <Box {...props} data-loading="" />;
}
