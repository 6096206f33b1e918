import { icon } from "../ui/icon.module.css";
import * as styles from "./controls.module.css";
import sprite from "./icons.svg?url";

/** From the console's own sprite: public pages do not carry these. */
export function StaffIcon({ name }: { name: string }) {
  return (
    <svg className={`${icon} ${styles.icon}`} aria-hidden="true" width="16" height="16">
      <use href={`${sprite}#${name}`} />
    </svg>
  );
}
