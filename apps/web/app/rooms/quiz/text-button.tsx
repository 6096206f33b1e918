import type { ComponentProps } from "react";
import * as styles from "./text-button.module.css";

/** A button that looks like a link. */
export function TextButton(props: ComponentProps<"button">) {
  return <button type="button" className={styles.button} {...props} />;
}
