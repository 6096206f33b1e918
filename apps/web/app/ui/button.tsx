import type { ComponentProps } from "react";
import { Link } from "react-router";
import * as styles from "./button.module.css";
import { part } from "./part.tsx";

/** Without a look: `sea`, the main action. */
export type Look = "sea" | "line" | "sun" | "quiet" | "on-deep" | "danger" | "danger-line";

const Box = part<"button", Look>("button", styles.button, { type: "button" });

/** A link that looks like a button. */
export const ButtonLink = part<typeof Link, Look>(Link, styles.button);

type ButtonProps = ComponentProps<typeof Box> & {
  isBusy?: boolean;
  /** For a form that works without scripts. The button keeps the focus while it is busy. */
  worksWithoutScript?: boolean;
};

/** Shows that it is busy, and is disabled meanwhile. A press before hydration waits for it (lib/wake.ts). */
export function Button({ isBusy = false, worksWithoutScript = false, disabled, children, ...props }: ButtonProps) {
  return (
    <Box
      {...props}
      data-needs-script={worksWithoutScript ? undefined : ""}
      disabled={disabled || (isBusy && !worksWithoutScript)}
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
