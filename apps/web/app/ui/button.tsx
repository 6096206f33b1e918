import { type ComponentProps, useEffect, useState } from "react";
import { Link } from "react-router";
import * as styles from "./button.module.css";
import { part } from "./part.tsx";

/** `sea`, what the page is for, needs not be named. */
type Look = "sea" | "line" | "sun" | "quiet" | "on-deep" | "danger" | "danger-line";

const Box = part<"button", Look>("button", styles.button, { type: "button" });

/** Looks like a button, goes somewhere. */
export const ButtonLink = part<typeof Link, Look>(Link, styles.button);

type ButtonProps = ComponentProps<typeof Box> & {
  isBusy?: boolean;
  /** For a form that the browser can send by itself. It keeps the focus while it is busy. */
  worksWithoutScript?: boolean;
};

/** Shows that work is under way, and cannot be pressed twice meanwhile, nor before the script behind it is there. */
export function Button({ isBusy = false, worksWithoutScript = false, disabled, children, ...props }: ButtonProps) {
  const [isAlive, setAlive] = useState(worksWithoutScript);
  useEffect(() => setAlive(true), []);
  return (
    <Box
      {...props}
      disabled={disabled || !isAlive || (isBusy && !worksWithoutScript)}
      aria-disabled={isBusy || undefined}
      aria-busy={isBusy}
    >
      {isBusy ? <Spinner /> : null}
      {children}
    </Box>
  );
}

export function Spinner() {
  return <span className={styles.spinner} aria-hidden="true" />;
}
