import sprite from "../assets/icons.svg?url";
import * as styles from "./icon.module.css";

/** An icon from the sprite: it has the colour of the text and adds nothing to the scripts. */
export function Icon({ name, className = "" }: { name: string; className?: string }) {
  return (
    <svg className={`${styles.icon} ${className}`} aria-hidden="true" width="20" height="20">
      <use href={`${sprite}#${name}`} />
    </svg>
  );
}
