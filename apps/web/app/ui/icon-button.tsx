import type { ComponentProps } from "react";
import { Icon } from "./icon.tsx";
import * as styles from "./icon-button.module.css";
import { part } from "./part.tsx";

const Box = part<"button", "ring">("button", styles.iconButton, { type: "button" });

/** A button with an icon; its label is for screen readers only. */
export function IconButton({ icon, label, ...props }: ComponentProps<typeof Box> & { icon: string; label: string }) {
  return (
    <Box {...props} aria-label={label}>
      <Icon name={icon} />
    </Box>
  );
}
