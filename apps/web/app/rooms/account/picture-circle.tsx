import * as styles from "./picture-circle.module.css";

/** True for a learner's own picture, false for the blank portrait that the API names otherwise. */
export function hasPicture(picture: string): boolean {
  return picture.startsWith("/media/");
}

type Props = { picture: string; initial: string; percent: number | null };

/** The picture or the first letter of the name, with the progress of an upload. */
export function PictureCircle({ picture, initial, percent }: Props) {
  return (
    <div className={styles.circle}>
      {hasPicture(picture) ? (
        <img src={picture} alt="Your profile" width="128" height="128" />
      ) : (
        <span className={styles.initial} aria-hidden="true">
          {initial.toUpperCase() || <img src="/pictures/blank.svg" alt="" width="128" height="128" />}
        </span>
      )}
      {percent === null ? null : (
        <>
          <svg className={styles.ring} viewBox="0 0 100 100" aria-hidden="true">
            <circle cx="50" cy="50" r="47" />
            <circle cx="50" cy="50" r="47" pathLength="100" strokeDasharray="100" strokeDashoffset={100 - percent} />
          </svg>
          <span className={styles.percent} aria-hidden="true">
            {percent} %
          </span>
          <progress className="sr-only" max={100} value={percent} aria-label="Uploading your picture" />
        </>
      )}
    </div>
  );
}
