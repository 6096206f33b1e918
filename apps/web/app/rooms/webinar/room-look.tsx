import type { WebinarPage } from "@shoreline/contract";

/** The preview: how it will look on the evening itself. */
export function RoomLook({ webinar: { title, bannerImage, mentor, course } }: { webinar: WebinarPage }) {
  return (
    <figure className="room-look">
      <div className="room-look-bar">
        <b>{course}</b>
        <span>Live</span>
      </div>
      <div className="room-look-stage">
        <img src={bannerImage} alt="" width="600" height="240" className="webinar-cover" loading="lazy" />
        {mentor.mentorImage ? (
          <img src={mentor.mentorImage} alt="" width="200" height="240" className="room-look-mentor" loading="lazy" />
        ) : null}
      </div>
      <figcaption>
        {title}, with {mentor.mentorName}. You see the screen and the mentor, and ask by voice or in writing.
      </figcaption>
    </figure>
  );
}
