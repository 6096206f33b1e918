import type { WebinarPage } from "@shoreline/contract";
import * as styles from "./room-look.module.css";

/** The preview: how it will look on the evening itself. */
export function RoomLook({ webinar: { title, bannerImage, mentor, course } }: { webinar: WebinarPage }) {
  return (
    <figure className={styles.look}>
      <div className={styles.bar}>
        <b>{course}</b>
        <span>Live</span>
      </div>
      <div className="relative">
        <img
          src={bannerImage}
          alt=""
          width="600"
          height="240"
          className="aspect-5/2 w-full object-cover"
          loading="lazy"
        />
        {mentor.mentorImage ? (
          <img src={mentor.mentorImage} alt="" width="200" height="240" className={styles.mentor} loading="lazy" />
        ) : null}
      </div>
      <figcaption>
        {title}, with {mentor.mentorName}. You see the mentor and the shared screen, and can ask questions by voice or
        in the chat.
      </figcaption>
    </figure>
  );
}
