import * as styles from "./avatar.module.css";

/** A picture in a circle, or the first letter of a name where there is none. */
export function Avatar({ name, picture }: { name: string; picture: string }) {
  const hasPicture = picture.startsWith("/media/");
  return (
    <span className={styles.avatar} aria-hidden="true">
      {hasPicture ? (
        <img src={picture.replace(/\.webp$/, "-small.webp")} alt="" width="44" height="44" />
      ) : (
        ([...name][0] ?? "?").toUpperCase()
      )}
    </span>
  );
}
