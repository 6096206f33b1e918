import type { ComponentProps } from "react";
import * as look from "../ui/button.tsx";
import * as fields from "../ui/field.tsx";
import { part } from "../ui/part.tsx";
import * as styles from "./controls.module.css";
import { StaffIcon } from "./icon.tsx";

// The parts of `ui/`, as small as a desk wants them; under a finger they grow (shell.module.css).

export function Button(props: ComponentProps<typeof look.Button>) {
  return <look.Button {...props} className={styles.button} />;
}

export function ButtonLink(props: ComponentProps<typeof look.ButtonLink>) {
  return <look.ButtonLink {...props} className={styles.button} />;
}

export function Field(props: ComponentProps<typeof fields.Field>) {
  return (
    <div className={styles.field}>
      <fields.Field {...props} className={styles.input} />
    </div>
  );
}

const Square = part("button", styles.square, { type: "button" });

export function IconButton({ icon, label, ...props }: ComponentProps<typeof Square> & { icon: string; label: string }) {
  return (
    <Square {...props} aria-label={label}>
      <StaffIcon name={icon} />
    </Square>
  );
}

export function Key({ children }: { children: string }) {
  return (
    <span aria-hidden="true">
      <kbd className={styles.key}>{children}</kbd>
    </span>
  );
}

export const ButtonRow = part("div", styles.row);
