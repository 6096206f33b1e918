import * as styles from "./face.module.css";
import { initials } from "./words.ts";

type Props = { name: string; photo: string | null | undefined };

/** What fills the circle of a colleague: the photo, or the initials. */
export function Face({ name, photo }: Props) {
  if (!photo) return initials(name);
  return <img src={photo.replace(/\.webp$/, "-small.webp")} alt="" className={styles.photo} />;
}
